@echo off
rem Installs the referee beside this file, on Windows, with the Python that the bundle was made for.
setlocal
chcp 65001 >nul
cd /d "%~dp0"
set PYTHONUTF8=1
for /f "tokens=2" %%v in (made-for.txt) do set "VERSION=%%v"
py -%VERSION% -c "" 2>nul
if not errorlevel 1 (py -%VERSION% install.py) else (python install.py)
if errorlevel 1 echo Python %VERSION% is needed. / Python %VERSION% が必要です。 / 需要 Python %VERSION%。
pause
