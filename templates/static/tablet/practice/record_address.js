// A record in the fragment of an address, which is never sent: #ruleset=…&seats=A,B&moves=…, with the moves in the short
// notation, one per line, and the rest of the header as JSON.

/**
 * The header and the lines in a fragment; null if it names no ruleset.
 * @param {string} fragment
 * @returns {{ header: Record<string, any>, lines: string[] } | null}
 */
export function readRecord(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const ruleset = parts.get("ruleset");
  if (!ruleset) return null;
  const header = { ...parseHeader(parts.get("header")), ruleset, seats: (parts.get("seats") ?? "A,B,C,D").split(",").filter(Boolean) };
  return { header, lines: (parts.get("moves") ?? "").split("\n").filter(Boolean) };
}

/**
 * The fragment for a header and lines.
 * @param {Record<string, any>} header
 * @param {string[]} lines
 */
export function writeRecord({ ruleset, seats, ...rest }, lines) {
  const parts = new URLSearchParams({ ruleset, seats: seats.join(",") });
  if (Object.keys(rest).length) parts.set("header", JSON.stringify(rest));
  if (lines.length) parts.set("moves", lines.join("\n"));
  return `#${parts}`;
}

/** @param {string | null} text */
function parseHeader(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return typeof found === "object" && !Array.isArray(found) ? found ?? {} : {};
  } catch {
    return {};
  }
}
