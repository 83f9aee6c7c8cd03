// The search in the rules of one language, ranked as `rulesets/search/index.py` ranks.
import { folded, onlyThing, terms } from "./terms.js";

const PARTS = /[a-z]+|[0-9]+/g;
const WHYS = ["case", "id", "chapter", "words"];

const standsIn = (asked, parts) => parts.some((_, at) => asked.every((each, place) => parts[at + place] === each));

// Gives a function that finds the points for a question, best first; `given`: what the server sends as the index.
export function searcher(given) {
  const { points, own, asked: known, simplified } = given;
  const weights = new Map();
  const named = text => [folded(text, simplified).trim(), ...[onlyThing(text, known, given)].filter(Boolean).map(thing => `#${thing}`)];
  const ofPoints = points.map((point, number) => {
    const held = new Map();
    for (const [place, weight] of given.places) {
      for (const term of terms(point[place], own, given).keys()) held.set(term, (held.get(term) ?? 0) + weight);
    }
    for (const [term, weight] of held) {
      if (!weights.has(term)) weights.set(term, []);
      weights.get(term).push([number, weight / (weight + given.half)]);
    }
    return { parts: folded(point.id, simplified).match(PARTS) ?? [], chapters: named(point.chapter) };
  });

  return function search(query, cases = [], most = 10) {
    const scores = new Map();
    for (const [term, tells] of terms(query, known, given)) {
      const held = weights.get(term) ?? [];
      const rare = Math.log(1 + points.length / (1 + held.length));
      for (const [number, weight] of held) scores.set(number, (scores.get(number) ?? 0) + tells * rare * weight);
    }
    const whys = new Map([...scores.keys()].map(number => [number, "words"]));
    const flat = folded(query, simplified);
    const asked = flat.match(PARTS) ?? [];
    const typed = asked.length > 0 && !flat.replace(/[a-z0-9\s/_.-]/g, "");
    const names = named(query);
    ofPoints.forEach(({ parts, chapters }, number) => {
      if (typed && standsIn(asked, parts)) whys.set(number, asked.length > 1 ? "id" : "chapter");
      else if (names.some(name => chapters.includes(name))) whys.set(number, "chapter");
      if (cases.includes(points[number].id)) whys.set(number, "case");
    });
    const place = number => cases.indexOf(points[number].id);
    return [...whys.keys()]
      .sort((one, other) => WHYS.indexOf(whys.get(one)) - WHYS.indexOf(whys.get(other))
        || (whys.get(one) === "case" && place(one) - place(other))
        || (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || one - other)
      .slice(0, most).map(number => ({ point: points[number], why: whys.get(number) }));
  };
}
