"""A caching reverse proxy (nginx) that caches the public pages for the two seconds that the service allows."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.core.own_address import is_free
from tests.referee.support.running import free_port

CONFIGURATION = """
{user}
daemon off;
pid {folder}/pid;
error_log stderr crit;
worker_processes 1;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/temp;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  proxy_cache_path {folder}/pages keys_zone=pages:10m max_size=200m;
  upstream referee {{ server 127.0.0.1:{service}; keepalive 32; keepalive_timeout 10s; }}
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    keepalive_requests 100000;
    location /p/ {{
      proxy_pass http://referee;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_cache pages;
      proxy_cache_lock on;
    }}
  }}
}}
"""
"""As recommended in docs/operating.md."""


@contextmanager
def caching_proxy(service: int) -> Iterator[int | None]:
    """Run a proxy in front of the service at a port, and yield its port; None if nginx is not installed."""
    program = shutil.which("nginx")
    if program is None:
        yield None
        return
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="referee-proxy-") as folder:
        file = Path(folder) / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        file.write_text(CONFIGURATION.format(user=user, folder=folder, service=service, port=port))
        process = subprocess.Popen([program, "-c", file, "-e", "stderr"])
        try:
            while is_free("127.0.0.1", port):
                assert process.poll() is None, "nginx does not start"
                time.sleep(0.05)
            yield port
        finally:
            process.terminate()
            process.wait()
