/**
 * The types that the tablet's modules share, and those of the service's data. The fields of reports and of what is due
 * differ from ruleset to ruleset: only common ones are declared.
 */

type Seat = string;
type DeedKey = string;

// -- data from the service

/** A report as it is logged. */
interface Move {
  type: string;
  [field: string]: any;
}

/** A row of what may be reported now. */
interface LegalEntry {
  type: string;
  [field: string]: any;
}

/** A row of what is due. */
interface DueEntry {
  kind: string;
  player: Seat;
  [field: string]: any;
}

interface Refusal {
  code: string;
  clause: string;
  message: string;
  layer?: string;
  facts: Record<string, any>;
}

/** Something that happened because of a report. */
interface GameEvent {
  kind: string;
  [field: string]: any;
}

/** The referee's answer to a report. */
interface Judgement {
  accepted: boolean;
  refusals?: Refusal[];
  events: GameEvent[];
  warnings: Refusal[];
}

/**
 * The answers to a dry run: undefined before the first, null if nobody can say. `fresh`: whether they belong to the
 * current reports.
 */
interface Trial {
  answers: Judgement[] | null | undefined;
  fresh: boolean;
}

/** A change: of a player, a deed or the game. */
interface Change {
  of: "player" | "deed" | "game";
  key: string;
  what: string;
  before: any;
  after: any;
}

/** An entry of the log in the reader's language. `made_at`: when it was made, if known. */
interface LogLine {
  seq: number;
  at: number;
  made_at: number | null;
  hash?: string;
  author: string;
  bench: boolean;
  accepted: boolean;
  client_id: string;
  report: Move;
  reason: string | null;
  refusals: Refusal[];
  told: string[];
  /** The space that its player has moved to, if any. */
  to?: string | null;
  took?: number | null;
}

/** An entry as the answer to the report that logs it. */
interface LogEntry {
  seq: number;
  accepted: boolean;
  report: Move;
  answer: Judgement & { refusals: Refusal[] };
  /** The table after it, and the lines that its reporter had not seen, which would otherwise be fetched next. */
  tablet?: TableState;
  lines?: LogLine[];
}

interface PlayerState {
  cash: number;
  space: string | null;
  jail: number | null;
  out: boolean;
  cards?: string[];
}

/** A deed in a position; what stands there is in the fields that the game's pieces name. */
interface Holding {
  owner: Seat | null;
  level: number;
  mortgaged: boolean;
  [piece: string]: any;
}

interface Stock {
  houses: number;
  hotels: number;
}

interface Position {
  turn: Seat;
  phase: string;
  doubles: number;
  due: DueEntry[];
  players: Record<Seat, PlayerState>;
  deeds: Record<DeedKey, Holding>;
  bank: Stock;
  pot?: number;
  offers?: Offer[];
  rents?: { player: Seat; to: Seat; deed: DeedKey; amount: number; lapsed?: boolean }[];
  talks?: [Seat, Seat][];
  time_up?: boolean;
  last_throw?: boolean;
  /** A trade between two while a timer runs; `since`: in seconds of the game, if that is known. */
  trade?: { player: Seat; with: Seat; since: number | null } | null;
  /** What is open to the player who threw last; `left`: blocks that may still be built. */
  step?: { player: Seat; left: number } | null;
}

interface Deed {
  key: DeedKey;
  name: string;
  group: string;
  price: number;
  kind: string;
  rents?: number[];
  mortgage?: number;
  building_cost: number;
  /** Prices of pieces of 1, 2 and 3 blocks, by their kind. */
  [kind: string]: any;
}

interface ColourGroup {
  key: string;
  name: string;
  letter: string;
  deeds: DeedKey[];
}

interface Deck {
  key: string;
  name: string;
  cards: { key: string; label: string }[];
}

/** A space of the track. `letter` stands for its group or kind if there is no room for a name. */
interface Space {
  key: string;
  name: string;
  kind: string;
  group: string | null;
  letter: string;
}

/** The board as it is printed, and the seats; it stays the same during a game. */
interface Board {
  title?: string;
  seats: { key: Seat; name: string }[];
  reports: string[];
  handling: Handling;
  codes: Codes;
  /** The header of the game's record, its edition unless that comes with the law, and the fingerprint of the ruleset that the server judges it by. */
  header?: Record<string, any>;
  edition?: string;
  fingerprint?: string;
  printed: {
    marks: { mortgaged: string };
    pieces: Piece[];
    called: { one: string; many: string };
    money: Money;
    hotel_from: number;
    block_limit?: number;
    deeds: Deed[];
    groups: ColourGroup[];
    spaces: Space[];
    decks: Deck[];
  };
}

/** How a game is handled while it is logged: `rulesets/kernel/telling/handling.py`. */
interface Handling {
  calls: { rises: number[]; fine: number[]; round: number; opening: number[] };
  deal_sums: number[];
  timer: { seconds: number; reports: string[] } | null;
  asked: string[];
  deeds_at_rent: boolean;
}

/** How a game writes its money: the sign in front, and the words behind with the units each stands for, the largest first. */
interface Money {
  sign: string;
  multiples: [string, number][];
  also: [string, number][];
}

interface Standing {
  rank: number;
  player: Seat;
  worth: number;
  out_at?: number;
  monopoly_win?: boolean;
}

/** A player's part of the final count. */
interface PlayerCount {
  seat: Seat;
  name: string;
  rank: number;
  worth: number | null;
  out_at: number | null;
  cash: number;
  lines: { kind: string; key: string; title: string; amount: number }[];
  counted: number | null;
  agreed: CountAgreement | null;
  lapsed: CountAgreement | null;
  signature: string;
}

interface CountAgreement {
  at: number;
  by_link: boolean;
  author: string;
}

/** The body of GET …/count. */
interface CountView {
  seq: number;
  over: boolean;
  players: PlayerCount[];
  complete: boolean;
  disputes: { kind: string; about: string; message: string }[];
}

/** What was done in the final count, as it is sent. */
interface CountStep {
  client_id: string;
  seat: Seat;
  kind: "counted" | "agreed" | "withdrawn";
  seq: number;
  cash?: number | null;
  signature?: string;
}

interface TableState {
  seq: number;
  state: string;
  position: Position;
  due: { entry: DueEntry; told: string }[];
  legal: LegalEntry[];
  standing: Standing[];
  over: boolean;
  rents?: Record<DeedKey, Rent>;
  /** The law that the server judges by: `rulesets/` of the server, by its hash. */
  law?: string;
}

/** The rent of a deed: `times` a throw if that is not 0. */
interface Rent {
  amount: number;
  times: number;
}

/** The table as judged on this device: after the entry `after` and our reports, which are in `lines`. */
interface DeviceView {
  key: string;
  after: number;
  state: TableState;
  lines: LogLine[];
  allLines: LogLine[];
}

/** Times in ms; `offset`: the server's time minus this device's. */
interface Clock {
  now: number;
  offset: number;
  running: boolean;
  held: boolean;
  elapsed: number;
  remaining: number;
  deadline_at: number | null;
  allowed: number;
  warnings: { seconds: number }[];
}

interface Call {
  id: string;
  level: string;
  state: string;
  holder: string | null;
  called_at: number;
}

/** A case with a ruling about this table. */
interface Ruling {
  id: string;
  name: string;
  decision: { decision: string; reasons: string };
  appeals: { waiting: boolean; until: number; may: Seat[]; outcome: "upheld" | "changed" | null; reasons: string; settled_at: number | null };
}

/** A penalty that belongs to this table. */
interface TablePenalty {
  id: string;
  told: string;
  at: number;
}

/** The data that the page was rendered with: `referee/tables/pages.py`. */
interface PageData {
  /** Only on /try: the editions that are kept in the service, and positions to begin with. */
  editions?: Record<string, string>;
  positions?: { question: string; header: Record<string, any>; moves: string[]; answer: string }[];
  table: string;
  number: number;
  event: string;
  round: string;
  ruleset: string;
  title: string;
  language: string;
  /** The event's time zone; empty for the device's own. */
  zone: string;
  languages: [string, string][];
  name: string;
  may: Record<"report" | "rule" | "clock" | "ask" | "result" | "appeal", boolean>;
  result: string | null;
  /** When the table was made, in ms since 1970: from then on the game's seconds are counted. */
  began: number;
  open_case: string | null;
  /** The device that was bound to the table before, if it had told of unsent reports; `at`: when it was last heard of. */
  before?: { id: string; label: string; unsent: number; at: number } | null;
  form_token: string;
  board: Board;
  words: Record<string, string>;
  /** The law on the device: its hash, and the addresses of what runs it; `runtime`: null if the service has none; `library`: a file of it. */
  law: { hash: string; worker: string; runtime: string | null; library: string } | null;
}

// -- unsent reports

/** Unsent reports that another device has put down at the service for this table's. */
interface LeftBehind {
  id: string;
  label: string;
  at: number;
  base: number | null;
  ahead: number | null;
  items: QueueItem[];
  /** How many of them have reached the log in another way since. */
  logged: number;
}

/**
 * An unsent report. `base`: the last entry that its reporter saw; null for one that follows the item before it,
 * until that is answered. `by`: who was using the page. One that a judge takes out stays in the list, with `dropped_at`;
 * `foreseen`: whether its maker, or who released it, saw it refused; left out: nobody has seen what becomes of it.
 */
interface QueueItem {
  n?: number | string;
  table: string;
  number: number;
  client_id: string;
  report: Move;
  reason: string | null;
  base: number | null;
  by: string;
  made_at: number;
  dropped_at?: number;
  /** The entry with which another device has logged the same. */
  same_as?: number;
  foreseen?: boolean;
}

/** Why the queue waits for the judge. */
interface Hold {
  why: "refused" | "outdated" | "signal" | "restored" | "author" | "access" | "problem" | "changed" | "leaving" | "handed";
  [fact: string]: any;
}

/** `held`: why the queue waits; `lease`: which page is sending. */
interface QueueState {
  held?: Hold;
  lease?: { page: string; until: number };
}

/** A table as it was last seen. */
interface Snapshot {
  state: TableState | null;
  clock: Clock | null;
  lines: LogLine[];
  language: string;
}

// -- raising money

/** A lot and its level. */
interface Lot {
  deed: DeedKey;
  level: number;
}

/** A group with buildings. `brings`: half the cost of one building; `ways`: the states that it can be sold down to. */
interface BuiltGroup {
  group: string;
  brings: number;
  ways: Lot[][];
}

/** What is chosen to raise money: the index of the way by group, and deeds to be mortgaged. */
interface Chosen {
  sold: Record<string, number>;
  deeds: DeedKey[];
}

// -- deals

interface Claim {
  debtor: Seat;
  creditor: Seat;
  amount: number;
}

/** What a seat hands over in a deal; `cards`: the decks of release cards; `sell_buildings`: to the bank, in the deal. */
interface Side {
  cash: number;
  deeds: DeedKey[];
  cards: string[];
  claims: Claim[];
  sell_buildings: boolean;
}

/** A deal between `one` and `two` that is being put together. */
interface Terms {
  one: Seat;
  two: Seat | null;
  give: Side;
  take: Side;
}

/** A standing offer of a rescue. */
interface Offer {
  player: Seat;
  to: Seat;
  with?: Seat[];
  give: Partial<Side>;
  take: Partial<Side>;
}

/** A text that is shown to the players in large letters. */
interface PreviewText {
  title: string;
  sides: { heading: string; lines: string[] }[];
  note?: string;
}

// -- the notation

/** An argument of a form: rulesets/notation/grammar.toml. */
interface NotationArgument {
  kind: string;
  field: string;
  fields?: string[];
  mark?: string;
  optional?: boolean;
  values: unknown[];
}

interface NotationForm {
  type: string;
  by: string;
  verbs: string[];
  bare?: boolean;
  absent?: boolean;
  glued?: boolean;
  args: NotationArgument[];
  example: string;
}

type NameKind = "seats" | "deeds" | "decks" | "cards";

/** The codes of a game, by which the notation is read and written: pairs of key and code. */
interface Codes extends Record<NameKind, [string, string][]> {
  forms: NotationForm[];
  spaces: (string | null)[];
  release: NameKind;
  money: Money;
}

interface Token {
  kind: "word" | "text" | "json" | "arrow";
  text: string;
  value: any;
  column: number;
}

/** A typed line in its parts: tokens, or JSON as it stands. `end`: the column after the last token. */
interface TypedLine {
  tokens: Token[];
  at: number | null;
  note: string;
  end: number;
  json?: any;
}

/** What is needed to write the notation: the codes of the keys of each kind. */
interface Known {
  forms: Record<string, NotationForm>;
  names: Record<NameKind, Map<string, string>>;
  release: NameKind;
}

interface NotationFault {
  code: string;
  column: number;
  facts: Record<string, any>;
}

// -- the page

type Table = import("../static/tablet/table.js").Table;
type Outbox = import("../static/tablet/queue/outbox.js").Outbox;
type Follow = import("../static/tablet/follow.js").Follow;
type Rendered = import("./vendor/htm-3.1.1/standalone.module.js").Rendered;

/** The panel or sheet to be opened, and what it is about. */
interface Sheet {
  kind: "preview" | "why" | "menu" | "queue" | "hand" | "take" | "call" | "appeal" | "player";
  [fact: string]: any;
}

type TabName = "play" | "deal" | "build" | "mortgage" | "board" | "history";

/** The props of every panel of the page. */
interface Tools {
  table: Table;
  follow: Follow;
  outbox: Outbox;
  device: import("../static/tablet/law/device.js").Device;
  /** The end of the log, followed by our reports that were judged on this device. */
  lines: LogLine[];
  /** Log a report: store it, then send it; `then`: what the same tap says after it. With a `preview`, show that to the players first. */
  log(report: Move, options?: { preview?: PreviewText; reason?: string; then?: Move[] }): Promise<string> | void;
  /** The refusals of a dry run of a report; null if nobody can say. */
  why(report: Move): Promise<Refusal[] | null>;
  /** Show why a report may not be made. */
  explain(report: Move): Promise<void>;
  show(sheet: Sheet | null): void;
  go(tab: TabName): void;
  /** Say which die of a throw is chosen; null for none. */
  aim(face: number | null): void;
  busy: boolean;
  /** Why nothing may be logged here at all; null if it may. */
  shut: string | null;
  may: PageData["may"];
  /** Where the last unjudged throw probably ended. */
  landed?: Landing | null;
}

interface Landing {
  player: Seat;
  space?: Space;
  deed?: Deed;
}

/** Reads codes through the camera, in browsers that have it. */
declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
