// Entries of the log as they are shown, and which of them stand.

// The entries among `lines` (the end of the log, without gaps) that do not stand: a retraction takes back what came
// since, and one that was taken back itself brings that back.
export function takenBack(lines) {
  if (!known.has(lines)) known.set(lines, found(lines));
  return known.get(lines);
}

const known = new WeakMap(); // by array of lines, which is made anew where it changes: the page asks every second

function found(lines) {
  const first = lines[0]?.seq ?? 1;
  const stands = new Map([[first - 1, new Set()]]);
  let now = new Set();
  for (const line of lines) {
    if (line.accepted) {
      const { type, seq } = line.report;
      now = type === "retract" ? new Set(stands.get(seq - 1) ?? []) : new Set(now).add(line.seq);
    }
    stands.set(line.seq, now);
  }
  return new Set(lines.filter(line => line.accepted && line.report.type !== "retract" && !now.has(line.seq)).map(line => line.seq));
}

// The last entry that stands, where it can be taken back: what the bench or the clock has logged only by the `bench`, and
// so nothing before it.
export function lastMove(lines, bench) {
  const gone = takenBack(lines);
  const moves = lines.filter(line => line.accepted && line.report.type !== "retract" && !gone.has(line.seq));
  const last = moves.at(-1);
  return last && mayTakeBack(last, lines, bench) ? last : null;
}

// Whether somebody, of the `bench` or not, may take an entry back and what came behind it.
export function mayTakeBack(entry, lines, bench) {
  return bench || !lines.some(line => line.seq >= entry.seq && line.accepted && line.bench);
}
