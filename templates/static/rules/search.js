// The search in the rules in one language: texts are split, spell-checked and ranked as in `rulesets/search/`. The words and
// figures come with the index. The duplication is deliberate: the page of the rules is a few kilobytes, and a question is not
// worth the megabytes that the law on the device takes.
import { fold, inKatakana, onlyThing, stem, terms } from "./terms.js";

// -- spelling: typing errors in English words, corrected as in `rulesets/search/spelling.py`

const SHORTEST = 5;

/**
 * Whether one word is another with a single typing error.
 * @param {string} typed
 * @param {string} meant
 */
function isTypo(typed, meant) {
  let at = 0;
  while (at < Math.min(typed.length, meant.length) && typed[at] === meant[at]) at += 1;
  const [here, there] = [typed.slice(at), meant.slice(at)];
  return here.slice(1) === there.slice(1) || here.slice(1) === there || here === there.slice(1)
    || (here.slice(0, 2) === [...there.slice(0, 2)].reverse().join("") && here.slice(2) === there.slice(2));
}

/**
 * A function that stems a word, or the most common one that it may be a misspelling of.
 * @param {string[]} texts
 * @param {KnownWords} known
 * @param {SearchIndex} index
 * @returns {(word: string) => string}
 */
function stemmer(texts, known, index) {
  const { simplified } = index;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) {
    for (const word of fold(text, simplified).match(/[a-z]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const stems = new Map([...counts].sort(([, one], [, other]) => other - one).map(([word]) => [word, stem(word, index)]));
  for (const key of Object.keys(known.latin)) {
    for (const part of key.match(/[a-z]+/g) ?? []) if (!stems.has(part)) stems.set(part, part);
  }
  const there = new Set(stems.values());
  return word => {
    const found = stem(word, index);
    if (word.length < SHORTEST || /[0-9]/.test(word) || there.has(found)) return found;
    const near = [...stems].find(([each, its]) => each[0] === word[0]
      && (isTypo(word, each) || (found.length >= SHORTEST && isTypo(found, its))));
    return near ? near[1] : found;
  };
}

// -- the search, ranked as in `rulesets/search/index.py`

const PARTS = /[a-z]+|[0-9]+/g;
const NO_ID = /(?![a-z0-9第条项款号的の])[\p{L}\p{N}]/u;
const NUMBERED = ["article", "clause", "no", "number", "rule", "section"];
const WHYS = ["case", "id", "chapter", "words"];

/**
 * Whether an id has the parts that were typed, anywhere or only at its beginning.
 * @param {string[]} wanted
 * @param {string[]} parts
 * @param {boolean} anywhere
 */
const containsParts = (wanted, parts, anywhere) =>
  parts.some((_, at) => (anywhere || !at) && wanted.every((each, place) => parts[at + place] === each));

/**
 * How the hits answer a question, "certain", "likely" or "none", as in `referee/rules/search.py`.
 * @param {SearchIndex} index
 * @param {string} query
 * @param {Hit[]} hits
 */
export function answered({ certain, simplified }, query, hits) {
  const matches = hits.filter(({ why }) => why !== "case");
  if (!query || (hits.length && !matches.length) || (matches.length && matches[0].why !== "words")) return "certain";
  const best = matches.find(({ covered }) => covered);
  if (!best) return "none";
  const known = fold(query, simplified);
  const latin = /[a-z]/.test(known) && !/[぀-ヿ㐀-鿿]/.test(known);
  const flat = latin ? ` ${(known.match(/[a-z]+/g) ?? []).join(" ")} ` : inKatakana(known);
  const outside = certain.outside.filter(each => flat.includes(each)).length;
  const seen = [best.covered, best.lead, best.score, outside, 1];
  /** @param {number[]} weights */
  const holds = weights => weights.reduce((sum, weight, at) => sum + weight * seen[at], 0) > 0;
  if (!holds(certain.about)) return "none";
  return holds(certain.sure) && best === matches[0] ? "certain" : "likely";
}

/**
 * A function that finds the kinds of the irregularity guide that a question may be about, as in `referee/rules/guide.py`.
 * @param {SearchIndex} index
 * @returns {(query: string) => Hit[]}
 */
export function guideOf(index) {
  const { points, least, share, most } = index.guide;
  const search = searcher({ ...index, points });
  return query => search(query, [], most).filter(({ score }, _at, [best]) => score >= least && score >= share * best.score);
}

/**
 * A function that finds the points for a question, best first.
 * @param {SearchIndex} index
 * @returns {(query: string, cases?: string[], most?: number) => Hit[]}
 */
export function searcher(index) {
  const { points, own, asked: known, simplified } = index;
  /** @type {Map<string, [number, number][]>} For each term, the numbers of the points that have it, with its weight there. */
  const weights = new Map();
  /** @type {Map<string, number>} For each term, how many points of the law have it, each by its weight there. */
  const knownIn = new Map();
  /** @param {RulePoint} point */
  const documentOf = point => fold(point.id.split("/")[0], simplified);
  /** @param {string} text */
  const named = text => [fold(text, simplified).trim(), ...[onlyThing(text, known, index)].filter(Boolean).map(thing => `#${thing}`)];
  const pointFacts = points.map((point, number) => {
    /** @type {Map<string, number>} */
    const held = new Map();
    const law = !index.beside.includes(documentOf(point));
    for (const [place, weight] of index.places) {
      for (const term of terms(point[place], own, index).keys()) held.set(term, (held.get(term) ?? 0) + weight);
    }
    /** @type {Map<string, number>} */
    const asked = new Map();
    const ownText = point.asked || (index.own_words.includes(documentOf(point)) ? point.text : "");
    for (const [text, share] of /** @type {[string, number][]} */ ([[ownText, 1], [point.borrowed, index.said.borrowed]])) {
      const parts = text.split(index.between).filter(Boolean).map(part => terms(part, known, index));
      /** @type {Map<string, number>} */
      const many = new Map();
      for (const term of parts.flatMap(part => [...part.keys()])) many.set(term, (many.get(term) ?? 0) + 1);
      for (const [term, times] of many) {
        asked.set(term, Math.max(asked.get(term) ?? 0, index.said.weight * share * times / (parts.length + index.said.few)));
      }
    }
    for (const [term, weight] of asked) held.set(term, (held.get(term) ?? 0) + weight);
    for (const [term, weight] of held) {
      const all = weights.get(term) ?? [];
      weights.set(term, all);
      const there = weight / (weight + index.half);
      all.push([number, there]);
      if (law) knownIn.set(term, (knownIn.get(term) ?? 0) + there);
    }
    return {
      law,
      answer: documentOf(point) === index.answers.document,
      ids: [point.id, ...point.supersedes].map(id => fold(id, simplified).match(PARTS) ?? []),
      chapters: named(point.chapter),
    };
  });
  const lawPoints = pointFacts.filter(({ law }) => law).length;

  /** @param {string} term */
  const rarity = term => Math.log(1 + lawPoints / (1 + (knownIn.get(term) ?? 0)));

  /**
   * Rank the best answer after the best of the other points, if its words justify that, and scale down the other answers.
   * @param {Map<number, number>} scores
   */
  function placeAnswers(scores) {
    const { best: counts, further, behind } = index.answers;
    let [best, bestScore, most] = [-1, -Infinity, 0];
    for (const [number, score] of scores) {
      if (!pointFacts[number].answer) most = Math.max(most, score);
      else {
        scores.set(number, score * further);
        if (score > bestScore || (score === bestScore && number < best)) [best, bestScore] = [number, score];
      }
    }
    if (best >= 0) scores.set(best, Math.max(bestScore * further, Math.min(bestScore * counts, most * behind)));
    return scores;
  }

  const spelled = stemmer(points.flatMap(point => [...index.places.map(([place]) => point[place]), point.asked, point.borrowed]), known, index);

  /**
   * The points that share words with a question, with their scores.
   * @param {string} query
   */
  function byWords(query) {
    /** @type {Map<number, number>} */
    const found = new Map();
    const question = terms(query, known, index, spelled);
    for (const [term, tells] of question) {
      const held = weights.get(term) ?? [];
      for (const [number, weight] of held) found.set(number, (found.get(number) ?? 0) + tells * rarity(term) * weight);
    }
    return placeAnswers(new Map([...found].map(([number, score]) => [number, score * points[number].meant])));
  }

  /**
   * The parts of a sentence that are searched on their own; none if there is only one.
   * @param {string} query
   * @param {string} parted
   */
  function partsOf(query, parted) {
    const parts = fold(query, simplified).split(new RegExp(parted)).filter(part => part.trim().length > 1);
    return parts.length > 1 ? parts.slice(0, index.topics.most) : [];
  }

  /**
   * The point that fits a part of a sentence best, not counting answers, and its score; undefined where the point `than`
   * fits nearly as well.
   * @param {string} part
   * @param {number} than
   */
  function bestPoint(part, than = -1) {
    const scores = [...byWords(part)].filter(([number]) => !pointFacts[number].answer);
    const best = scores.sort(([one, its], [other, theirs]) => theirs - its || one - other).at(0);
    const its = scores.find(([number]) => number === than)?.[1] ?? 0;
    return best && its < index.topics.nearly * best[1] ? best : undefined;
  }

  /**
   * Scores for the points that fit each of several questions best: above all others, whose highest score is `score`.
   * @param {string} query
   * @param {number} score
   * @returns {Map<number, number>}
   */
  function byQuestions(query, score) {
    const bests = partsOf(query, index.topics.questions).flatMap(part => {
      const best = bestPoint(part);
      return best && best[1] >= index.topics.least ? [best[0]] : [];
    });
    const found = [...new Set(bests)];
    if (found.length < 2) return new Map();
    return new Map(found.map((best, place) => [best, score / index.answers.behind ** (found.length - place)]));
  }

  /**
   * Scores for the points that fit each part of a sentence best: below the first one and an answer near it, whose score
   * is `score`.
   * @param {string} query
   * @param {number} first
   * @param {number} score
   */
  function byTopics(query, first, score) {
    const { parted, least } = index.topics;
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const part of partsOf(query, parted)) {
      const best = bestPoint(part, first);
      if (best && !found.has(best[0]) && best[1] >= least) {
        found.set(best[0], score * index.answers.behind ** (found.size + 1));
      }
    }
    return found;
  }

  /**
   * The point other than an answer that matches best (-1: none), the share of what the question says that its words cover,
   * and how far ahead it is of the next.
   * @param {string} query
   * @param {Map<number, number>} scores
   */
  function bestOfLaw(query, scores) {
    const [first, second] = [...scores].filter(([number]) => !pointFacts[number].answer)
      .sort(([one, its], [other, theirs]) => theirs - its || one - other);
    if (!first || !first[1]) return { best: -1, covered: 0, lead: 0 };
    let [held, all] = [0, 0];
    for (const [term, tells] of terms(query, known, index, spelled)) {
      const said = tells * rarity(term);
      all += said;
      held += said * ((weights.get(term) ?? []).find(([number]) => number === first[0])?.[1] ?? 0);
    }
    return { best: first[0], covered: held / all, lead: 1 - (second?.[1] ?? 0) / first[1] };
  }

  return function search(query, cases = [], most = 10) {
    const scores = byWords(query);
    const { best, covered, lead } = bestOfLaw(query, scores);
    const whys = new Map([...scores.keys()].map(number => [number, "words"]));
    /** @param {number} number */
    const why = number => whys.get(number) ?? "words";
    const flat = fold(query, simplified);
    const all = flat.match(PARTS) ?? [];
    const distinctive = all.filter(part => !NUMBERED.includes(part));
    const wanted = distinctive.length > 1 ? distinctive : all;
    const typed = wanted.length > 0 && !NO_ID.test(flat);
    const names = named(query);
    pointFacts.forEach(({ law, ids, chapters }, number) => {
      if (typed && ids.some(parts => containsParts(wanted, parts, law))) whys.set(number, wanted.length > 1 ? "id" : "chapter");
      else if (names.some(name => chapters.includes(name))) whys.set(number, "chapter");
      if (cases.includes(points[number].id)) whys.set(number, "case");
    });
    /** @param {number} number */
    const place = number => cases.indexOf(points[number].id);
    /** @param {number} one @param {number} other */
    const order = (one, other) => WHYS.indexOf(why(one)) - WHYS.indexOf(why(other))
      || (why(one) === "case" ? place(one) - place(other) : 0)
      || (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || one - other;
    const ranked = [...whys.keys()].sort(order);
    if (ranked.length && ranked.slice(0, most).every(number => why(number) === "words")) {
      const kept = ranked.slice(0, index.topics.before).find(number => pointFacts[number].answer) ?? ranked[0];
      const questions = byQuestions(query, scores.get(ranked[0]) ?? 0);
      const parts = questions.size ? questions : byTopics(query, ranked[0], scores.get(kept) ?? 0);
      for (const [number, score] of parts) scores.set(number, score);
      ranked.sort(order);
    }
    return ranked.slice(0, most).map(number => {
      const sure = number === best ? { covered, lead } : { covered: 0, lead: 0 };
      return { point: points[number], why: why(number), score: scores.get(number) ?? 0, ...sure };
    });
  };
}
