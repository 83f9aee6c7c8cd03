// The search in the rules of one language: texts are cut up, spelled and ranked as `rulesets/search/` does it. The words and
// figures come with the index. A twin of the law that stays: the page of the rules weighs some kilobytes, and a question is not
// worth the megabytes that the law on the device takes.

// -- terms: what a text is cut into

const RUN = /[a-z]+|[0-9]*[぀-ヿ㐀-䶿一-鿿々〇][0-9぀-ヿ㐀-䶿一-鿿々〇]*|[0-9]+/g;
const LATIN = /^(?:[a-z]+|[0-9]+)$/;

/**
 * A text as it is searched.
 * @param {string} text
 * @param {Record<string, string>} simplified
 */
const folded = (text, simplified) =>
  [...text.normalize("NFKC").toLowerCase().replace(/['’ー]/g, "").replace(/(\d),(?=\d\d\d)/g, "$1")]
    .map(letter => simplified[letter] ?? letter).join("");

/** @param {string} text */
const inKatakana = text => text.replace(/[ぁ-ゖ]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0x60));

/**
 * @param {string} word
 * @param {[string, string][]} endings
 */
function stem(word, endings) {
  for (const [ending, instead] of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= 3 && !word.endsWith("ss")) {
      word = word.slice(0, -ending.length) + instead;
      break;
    }
  }
  return word.length > 3 && word.at(-1) === word.at(-2) ? word.slice(0, -1) : word;
}

/** @param {string} letter */
const kind = letter =>
  (/[0-9]/.test(letter) ? "figure" : letter >= "㐀" || "々〇".includes(letter) ? "kanji" : letter <= "ゟ" ? "hiragana" : "katakana");

/**
 * How much two letters tell.
 * @param {string[]} kinds
 * @param {Tells} tells
 */
function pair(kinds, tells) {
  if (kinds.every(each => each === "kanji")) return tells.pair;
  return kinds.some(each => each === "kanji" || each === "figure") ? tells.mixed : tells.kana;
}

const PARTICLES = "がをはにのへでともや的了吗呢吧没";

/**
 * @param {Map<string, number>} found
 * @param {string} term
 * @param {number} tells
 */
const setDefault = (found, term, tells) => { if (!found.has(term)) found.set(term, tells); };

/**
 * The longest word of the hall at a place: what it stands for, and how far it goes.
 * @param {number} most
 * @param {number} at
 * @param {number} length
 * @param {(from: number, to: number) => string} name
 * @param {Record<string, string>} known
 * @returns {[string | null, number]}
 */
function longest(most, at, length, name, known) {
  for (let count = Math.min(most, length - at); count; count -= 1) {
    const thing = known[name(at, at + count)];
    if (thing !== undefined) return [thing, count];
  }
  return [null, 0];
}

/**
 * @param {string[]} stems
 * @param {KnownWords} known
 * @param {Tells} tells
 * @param {Map<string, number>} found
 */
function latin(stems, known, tells, found) {
  for (let at = 0; at < stems.length;) {
    const [thing, count] = longest(known.longest[0], at, stems.length, (from, to) => stems.slice(from, to).join(" "), known.latin);
    if (count) found.set(`#${thing}`, tells.thing);
    for (const each of stems.slice(at, at + Math.max(count, 1))) setDefault(found, each, count < 2 ? tells.word : tells.single);
    at += Math.max(count, 1);
  }
}

/**
 * @param {string} run
 * @param {KnownWords} known
 * @param {Tells} tells
 * @param {Map<string, number>} found
 */
function letters(run, known, tells, found) {
  const flat = inKatakana(run);
  const taken = new Set();
  for (let at = 0; at < flat.length;) {
    const [thing, count] = longest(known.longest[1], at, flat.length, (from, to) => flat.slice(from, to), known.letters);
    if (count) found.set(`#${thing}`, tells.thing);
    for (let place = at; place < at + count; place += 1) taken.add(place);
    at += Math.max(count, 1);
  }
  for (const number of run.match(/[0-9]+/g) ?? []) found.set(number, tells.word);
  const kinds = [...run].map(kind);
  kinds.forEach((each, at) => {
    if (each === "kanji" && !taken.has(at)) setDefault(found, flat[at], tells.single);
    const two = kinds.slice(at, at + 2);
    if (two.length === 2 && two.some(one => one !== "hiragana")) {
      const joined = [...run.slice(at, at + 2)].some(letter => PARTICLES.includes(letter));
      setDefault(found, flat.slice(at, at + 2), joined ? tells.single : pair(two, tells));
    }
  });
}

/**
 * The terms of a text, each with how much it tells. `known`: the words of the hall that count in it.
 * `stemmed`: what makes a stem of an English word.
 * @param {string} text
 * @param {KnownWords} known
 * @param {SearchIndex} index
 * @param {(run: string) => string} [stemmed]
 */
function terms(text, known, { simplified, passed_over: passedOver, endings, tells }, stemmed = run => stem(run, endings)) {
  /** @type {Map<string, number>} */
  const found = new Map();
  /** @type {string[]} */
  const stems = [];
  for (const run of folded(text, simplified).match(RUN) ?? []) {
    if (!LATIN.test(run)) letters(run, known, tells, found);
    else if (!passedOver.includes(run)) stems.push(stemmed(run));
    else if (known.latin[run] !== undefined) found.set(`#${known.latin[run]}`, tells.thing);
  }
  latin(stems, known, tells, found);
  return found;
}

/**
 * The thing that a text names, if it names one and says nothing else.
 * @param {string} text
 * @param {KnownWords} known
 * @param {SearchIndex} index
 */
function onlyThing(text, known, { simplified, passed_over: passedOver, endings }) {
  const runs = (folded(text, simplified).match(RUN) ?? []).filter(run => !(LATIN.test(run) && passedOver.includes(run)));
  if (!runs.length) return null;
  if (runs.every(run => LATIN.test(run))) return known.latin[runs.map(run => stem(run, endings)).join(" ")] ?? null;
  return (runs.length === 1 && known.letters[inKatakana(runs[0])]) || null;
}

// -- spelling: slips of the finger in English words, as `rulesets/search/spelling.py` mends them

const SHORTEST = 5;

/**
 * Whether one word is typed for another by one slip.
 * @param {string} typed
 * @param {string} meant
 */
function slip(typed, meant) {
  let at = 0;
  while (at < Math.min(typed.length, meant.length) && typed[at] === meant[at]) at += 1;
  const [here, there] = [typed.slice(at), meant.slice(at)];
  return here.slice(1) === there.slice(1) || here.slice(1) === there || here === there.slice(1)
    || (here.slice(0, 2) === [...there.slice(0, 2)].reverse().join("") && here.slice(2) === there.slice(2));
}

/**
 * What makes a stem of a word, or of the commonest one that it may be a slip of.
 * @param {string[]} texts
 * @param {KnownWords} known
 * @param {SearchIndex} index
 * @returns {(word: string) => string}
 */
function speller(texts, known, { simplified, endings }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) {
    for (const word of folded(text, simplified).match(/[a-z]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const stems = new Map([...counts].sort(([, one], [, other]) => other - one).map(([word]) => [word, stem(word, endings)]));
  for (const key of Object.keys(known.latin)) {
    for (const part of key.match(/[a-z]+/g) ?? []) if (!stems.has(part)) stems.set(part, part);
  }
  const there = new Set(stems.values());
  return word => {
    const found = stem(word, endings);
    if (word.length < SHORTEST || /[0-9]/.test(word) || there.has(found)) return found;
    const near = [...stems].find(([each, its]) => each[0] === word[0]
      && (slip(word, each) || (found.length >= SHORTEST && slip(found, its))));
    return near ? near[1] : found;
  };
}

// -- the search, ranked as `rulesets/search/index.py` ranks

const PARTS = /[a-z]+|[0-9]+/g;
const NO_ID = /(?![a-z0-9第条项款号的の])[\p{L}\p{N}]/u;
const NUMBERED = ["article", "clause", "no", "number", "rule", "section"];
const WHYS = ["case", "id", "chapter", "words"];

/**
 * Whether the parts of an id that was typed stand in one, anywhere or at its beginning.
 * @param {string[]} wanted
 * @param {string[]} parts
 * @param {boolean} anywhere
 */
const standsIn = (wanted, parts, anywhere) =>
  parts.some((_, at) => (anywhere || !at) && wanted.every((each, place) => parts[at + place] === each));

/**
 * Whether what was found answers a question, or is only what comes nearest, as `referee/rules/search.py` has it.
 * @param {SearchIndex} given
 * @param {string} query
 * @param {Hit[]} hits
 */
export function isCertain({ certain, simplified }, query, hits) {
  if (!query || !hits.length) return !query;
  const asked = hits.filter(({ why }) => why !== "case");
  if (!asked.length) return true;
  const known = folded(query, simplified);
  const latin = /[a-z]/.test(known) && !/[぀-ヿ㐀-鿿]/.test(known);
  const flat = latin ? ` ${(known.match(/[a-z]+/g) ?? []).join(" ")} ` : inKatakana(known);
  const least = certain.outside.some(each => flat.includes(each)) ? certain.least_outside : certain.least;
  return asked[0].why !== "words" || Math.max(...asked.map(({ score }) => score)) >= least;
}

/**
 * What finds the kinds of the irregularity guide that something said may be about, as `referee/rules/guide.py` does.
 * @param {SearchIndex} index
 * @returns {(query: string) => Hit[]}
 */
export function guideOf(index) {
  const { points, least, share, most } = index.guide;
  const search = searcher({ ...index, points });
  return query => search(query, [], most).filter(({ score }, _at, [best]) => score >= least && score >= share * best.score);
}

/**
 * What finds the points for a question, best first.
 * @param {SearchIndex} given
 * @returns {(query: string, cases?: string[], most?: number) => Hit[]}
 */
export function searcher(given) {
  const { points, own, asked: known, simplified } = given;
  /** @type {Map<string, [number, number][]>} By term: the points that have it, by number, and its weight there. */
  const weights = new Map();
  /** @type {Map<string, number>} By term: how many points of the law have it. */
  const knownIn = new Map();
  /** @param {RulePoint} point */
  const documentOf = point => folded(point.id.split("/")[0], simplified);
  /** @param {string} text */
  const named = text => [folded(text, simplified).trim(), ...[onlyThing(text, known, given)].filter(Boolean).map(thing => `#${thing}`)];
  const ofPoints = points.map((point, number) => {
    /** @type {Map<string, number>} */
    const held = new Map();
    const law = !given.beside.includes(documentOf(point));
    for (const [place, weight] of given.places) {
      for (const term of terms(point[place], own, given).keys()) held.set(term, (held.get(term) ?? 0) + weight);
    }
    for (const [term, weight] of held) {
      const all = weights.get(term) ?? [];
      weights.set(term, all);
      all.push([number, weight / (weight + given.half)]);
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

  /**
   * The best answer comes behind the best of the other points, the others by what a full question is worth.
   * @param {Map<number, number>} scores
   */
  function answersBehind(scores) {
    const { best: counts, further, behind } = given.answers;
    let best = -1;
    let bestScore = -Infinity;
    let most = 0;
    for (const [number, score] of scores) {
      if (!ofPoints[number].answer) most = Math.max(most, score);
      else if (score > bestScore || (score === bestScore && number < best)) [best, bestScore] = [number, score];
    }
    /** @type {Map<number, number>} */
    const ranked = new Map();
    for (const [number, score] of scores) {
      if (!ofPoints[number].answer) ranked.set(number, score);
      else ranked.set(number, number === best ? Math.max(score * further, Math.min(score * counts, most * behind)) : score * further);
    }
    return ranked;
  }

  const spelled = speller(points.flatMap(point => given.places.map(([place]) => point[place])), known, given);

  return function search(query, cases = [], most = 10) {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const [term, tells] of terms(query, known, given, spelled)) {
      const held = weights.get(term) ?? [];
      const rare = Math.log(1 + ofLaw / (1 + (knownIn.get(term) ?? 0)));
      for (const [number, weight] of held) found.set(number, (found.get(number) ?? 0) + tells * rare * weight);
    }
    const scores = answersBehind(found);
    const whys = new Map([...scores.keys()].map(number => [number, "words"]));
    /** @param {number} number */
    const why = number => whys.get(number) ?? "words";
    const flat = folded(query, simplified);
    const all = flat.match(PARTS) ?? [];
    const telling = all.filter(part => !NUMBERED.includes(part));
    const wanted = telling.length > 1 ? telling : all;
    const typed = wanted.length > 0 && !NO_ID.test(flat);
    const names = named(query);
    ofPoints.forEach(({ law, ids, chapters }, number) => {
      if (typed && ids.some(parts => standsIn(wanted, parts, law))) whys.set(number, wanted.length > 1 ? "id" : "chapter");
      else if (names.some(name => chapters.includes(name))) whys.set(number, "chapter");
      if (cases.includes(points[number].id)) whys.set(number, "case");
    });
    /** @param {number} number */
    const place = number => cases.indexOf(points[number].id);
    return [...whys.keys()]
      .sort((one, other) => WHYS.indexOf(why(one)) - WHYS.indexOf(why(other))
        || (why(one) === "case" ? place(one) - place(other) : 0)
        || (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || one - other)
      .slice(0, most).map(number => ({ point: points[number], why: why(number), score: scores.get(number) ?? 0 }));
  };
}
