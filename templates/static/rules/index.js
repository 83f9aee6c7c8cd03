// The search in the rules of one language, ranked as `rulesets/search/index.py` ranks.
import { speller } from "./spelling.js";
import { folded, onlyThing, terms } from "./terms.js";

const PARTS = /[a-z]+|[0-9]+/g;
const NO_ID = /(?![a-z0-9第条项款号的の])[\p{L}\p{N}]/u;
const NUMBERED = ["article", "clause", "no", "number", "rule", "section"];
const WHYS = ["case", "id", "chapter", "words"];

const standsIn = (asked, parts, anywhere) =>
  parts.some((_, at) => (anywhere || !at) && asked.every((each, place) => parts[at + place] === each));

// Gives a function that finds the points for a question, best first; `given`: what the server sends as the index.
export function searcher(given) {
  const { points, own, asked: known, simplified } = given;
  const weights = new Map();
  const knownIn = new Map();
  const documentOf = point => folded(point.id.split("/")[0], simplified);
  const named = text => [folded(text, simplified).trim(), ...[onlyThing(text, known, given)].filter(Boolean).map(thing => `#${thing}`)];
  const ofPoints = points.map((point, number) => {
    const held = new Map();
    const law = !given.beside.includes(documentOf(point));
    for (const [place, weight] of given.places) {
      for (const term of terms(point[place], own, given).keys()) held.set(term, (held.get(term) ?? 0) + weight);
    }
    for (const [term, weight] of held) {
      if (!weights.has(term)) weights.set(term, []);
      weights.get(term).push([number, weight / (weight + given.half)]);
      if (law) knownIn.set(term, (knownIn.get(term) ?? 0) + 1);
    }
    return {
      law,
      answer: documentOf(point) === given.answers.document,
      ids: [point.id, ...point.supersedes].map(id => folded(id, simplified).match(PARTS) ?? []),
      chapters: named(point.chapter),
    };
  });
  const ofLaw = ofPoints.filter(({ law }) => law).length;

  // The best answer comes behind the best of the other points, the others by what a full question is worth.
  function answersBehind(scores) {
    const { best: counts, further, behind } = given.answers;
    let best = null;
    let most = 0;
    for (const [number, score] of scores) {
      if (!ofPoints[number].answer) most = Math.max(most, score);
      else if (best === null || score > scores.get(best) || (score === scores.get(best) && number < best)) best = number;
    }
    return new Map([...scores].map(([number, score]) => {
      if (!ofPoints[number].answer) return [number, score];
      return [number, number === best ? Math.max(score * further, Math.min(score * counts, most * behind)) : score * further];
    }));
  }

  const spelled = speller(points.flatMap(point => given.places.map(([place]) => point[place])), known, given);

  return function search(query, cases = [], most = 10) {
    const found = new Map();
    for (const [term, tells] of terms(query, known, given, spelled)) {
      const held = weights.get(term) ?? [];
      const rare = Math.log(1 + ofLaw / (1 + (knownIn.get(term) ?? 0)));
      for (const [number, weight] of held) found.set(number, (found.get(number) ?? 0) + tells * rare * weight);
    }
    const scores = answersBehind(found);
    const whys = new Map([...scores.keys()].map(number => [number, "words"]));
    const flat = folded(query, simplified);
    const all = flat.match(PARTS) ?? [];
    const told = all.filter(part => !NUMBERED.includes(part));
    const asked = told.length > 1 ? told : all;
    const typed = asked.length > 0 && !NO_ID.test(flat);
    const names = named(query);
    ofPoints.forEach(({ law, ids, chapters }, number) => {
      if (typed && ids.some(parts => standsIn(asked, parts, law))) whys.set(number, asked.length > 1 ? "id" : "chapter");
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
