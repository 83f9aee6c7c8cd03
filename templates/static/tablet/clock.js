// What a clock shows at this moment, by the server's time.
export function left(clock) {
  if (!clock) return null;
  const now = Date.now() + clock.offset;
  if (clock.remaining === null) return { ms: clock.elapsed + (clock.running ? now - clock.now : 0), up: false, limit: false };
  const ms = clock.running && clock.deadline_at !== null ? Math.max(0, clock.deadline_at - now) : clock.remaining;
  return { ms, up: ms <= 0 && clock.allowed !== null, limit: true };
}

// Minutes and seconds of a span in ms; what is left is rounded up, what has passed down.
export function minutes({ ms, limit }) {
  const seconds = limit ? Math.ceil(ms / 1000) : Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The warning (in seconds before the end) that has been passed last; null before the first.
export function warned(clock) {
  const { ms, limit } = left(clock) ?? {};
  if (!limit) return null;
  const passed = clock.warnings.map(each => each.seconds).filter(seconds => ms <= seconds * 1000 && seconds * 1000 < clock.allowed);
  return passed.length ? Math.min(...passed) : null;
}
