/** What the search in the rules is given, and what it finds: `referee/rules/` and `rulesets/search/` make it. */

/** How much a term tells, by what it is. */
type Tells = Record<"thing" | "word" | "single" | "pair" | "mixed" | "kana", number>;

/** Words of the hall and what they stand for, in latin and other letters; `longest`: how long they are at the most. */
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

/** What makes a stem of an English word: its endings, and forms that no ending shows. */
interface Forms {
  endings: [string, string][];
  forms: Record<string, string>;
}

/** The index of one language. `own`, `asked`: the words that count in points and in questions; `said`: the weight of the phrases. */
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
  like: number;
  said: { weight: number; few: number };
  between: string;
  topics: { parted: string; questions: string; least: number; most: number; before: number };
  certain: { least: number; least_long: number; short: [number, number]; least_outside: number; outside: string[] };
  answers: { document: string; best: number; further: number; behind: number };
  ruleset: string;
  where: string;
  addresses: Record<string, string>;
  guide: { points: RulePoint[]; least: number; share: number; most: number };
}

interface Hit {
  point: RulePoint;
  why: string;
  score: number;
}
