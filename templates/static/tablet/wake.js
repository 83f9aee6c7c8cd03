// The screen stays on where the browser lets us (https only).
export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  const hold = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", hold);
  hold();
}
