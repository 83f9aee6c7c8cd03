/** The input and output of the search in the rules: `referee/rules/` and `rulesets/search/` produce the input. */

/** The weight of a term, by its kind. */
type Tells = Record<"thing" | "word" | "kanji" | "pair" | "part" | "joining" | "inflected", number>;

/** Known words and what they stand for, in Latin and other letters; `longest`: the lengths of the longest ones. */
interface KnownWords {
  latin: Record<string, string>;
  letters: Record<string, string>;
  longest: [number, number];
}

/** A clause, a regulation or an answer. */
interface RulePoint {
  id: string;
  supersedes: string[];
  chapter: string;
  [place: string]: any;
}

/** How English words are stemmed: by endings, and by irregular forms. */
interface Forms {
  endings: [string, string][];
  forms: Record<string, string>;
}

/** The index of one language. `own`, `asked`: the words that count in points and in questions; `said`: the weights of the phrases. */
interface SearchIndex extends Forms {
  points: RulePoint[];
  own: KnownWords;
  asked: KnownWords;
  simplified: Record<string, string>;
  passed_over: string[];
  tells: Tells;
  beside: string[];
  own_words: string[];
  places: [string, number][];
  half: number;
  said: { weight: number; borrowed: number; few: number };
  between: string;
  topics: { parted: string; questions: string; least: number; most: number; before: number; nearly: number };
  certain: { sure: number[]; about: number[]; outside: string[] };
  answers: { document: string; best: number; further: number; behind: number };
  ruleset: string;
  where: string;
  addresses: Record<string, string>;
  guide: { points: RulePoint[]; least: number; share: number; most: number };
}

/** `covered`, `lead`: of the best match by words, how much of the question it covers, and how far the next is behind. */
interface Hit {
  point: RulePoint;
  why: string;
  score: number;
  covered: number;
  lead: number;
}
