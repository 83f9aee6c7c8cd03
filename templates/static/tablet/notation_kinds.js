// How each kind of argument is read from the words of a line, and how it is written.
const PARTIES = ["bank", "each"];
const BLOCKS = { r: "residential", i: "industrial" };
const WHOLE = /^-?[0-9]{1,15}$/;

function several(item) {
  return (reader, arg) => {
    const found = [item(reader, arg)];
    while (reader.more()) found.push(item(reader, arg));
    return found;
  };
}

// By seat, at least one, each once.
function bySeat(item) {
  return reader => {
    const found = {};
    while (reader.more() || !Object.keys(found).length) {
      reader.halve();
      const token = reader.word();
      const seat = reader.named(token, ["seats"]);
      if (Object.hasOwn(found, seat)) throw reader.fault("twice", token);
      found[seat] = item(reader);
    }
    return found;
  };
}

function readDice(reader) {
  const token = reader.word();
  const both = /^([0-9])[+-]?([0-9])$/.exec(token.text);
  if (both) return [Number(both[1]), Number(both[2])];
  if (/^[0-9]$/.test(token.text) && /^[0-9]$/.test(reader.peek()?.text)) {
    return [Number(token.text), Number(reader.word().text)];
  }
  throw reader.fault("dice", token);
}

function readHand(reader) {
  const found = [];
  while (reader.peek() && !reader.isSeat(reader.peek().text.split("=")[0])) found.push(reader.deed(reader.word()));
  return found;
}

function readLevels(reader) {
  const found = {};
  while (reader.more() || !Object.keys(found).length) {
    const token = reader.word();
    const parts = /^(.*)=(.*)$/s.exec(token.text) ?? /^(.*[^#0-9])([0-9])$/s.exec(token.text);
    const [key, level] = parts ? parts.slice(1) : [token.text, reader.more() ? reader.word().text : ""];
    const deed = reader.deed(token, key);
    if (!WHOLE.test(level)) throw reader.fault("number", token);
    if (Object.hasOwn(found, deed)) throw reader.fault("twice", token);
    found[deed] = Number(level);
  }
  return found;
}

function readSide(reader) {
  const found = {};
  const add = (part, value) => (found[part] ??= []).push(value);
  while (reader.more()) {
    const token = reader.word();
    const claim = /^([^/=]+)\/([^/=]+)=([0-9]{1,15})$/.exec(token.text);
    if (WHOLE.test(token.text)) {
      if ("cash" in found) throw reader.fault("twice", token);
      found.cash = Number(token.text);
    } else if (token.text === "sell") {
      if ("sell_buildings" in found) throw reader.fault("twice", token);
      found.sell_buildings = true;
    } else if (claim) {
      const [debtor, creditor] = claim.slice(1, 3).map(word => reader.named(token, ["seats"], word));
      add("claims", { debtor, creditor, amount: Number(claim[3]) });
    } else if (token.text.startsWith("#")) add("deeds", reader.deed(token));
    else {
      const key = reader.named(token, ["deeds", reader.codes.release]);
      add(new Map(reader.codes.deeds).has(key) ? "deeds" : "cards", key);
    }
  }
  return found;
}

function readBlocks(reader) {
  const found = {};
  while (reader.more()) {
    const token = reader.word();
    const piece = /^([ri])([0-9]{1,2})$/.exec(token.text);
    if (!piece) throw reader.fault("word_extra", token);
    (found[BLOCKS[piece[1]]] ??= []).push(Number(piece[2]));
  }
  return found;
}

const readSeat = reader => reader.named(reader.word(), ["seats"]);
const readDeed = reader => reader.deed(reader.word());
const readText = reader => (reader.peek()?.kind === "text" ? reader.take() : reader.word()).value;

export const READ = {
  seat: readSeat,
  party: reader => (PARTIES.includes(reader.peek()?.text) ? reader.word().text : readSeat(reader)),
  deed: readDeed,
  deck: reader => reader.named(reader.word(), ["decks"]),
  card: reader => reader.named(reader.word(), ["cards"]),
  number(reader) {
    const token = reader.word();
    if (!WHOLE.test(token.text)) throw reader.fault("number", token);
    return Number(token.text);
  },
  flag: () => true,
  option(reader, arg) {
    const token = reader.word();
    const found = arg.values.filter(value => String(value).startsWith(token.text));
    if (found.length !== 1) throw reader.fault("name_unknown", token, { known: arg.values.map(String) });
    return found[0];
  },
  name: reader => (reader.peek()?.kind === "text" ? readText(reader) : reader.word().text),
  text: readText,
  texts: several(readText),
  seats: several(readSeat),
  deeds: several(readDeed),
  levels: readLevels,
  dice: readDice,
  throws: bySeat(readDice),
  hands: bySeat(readHand),
  side: readSide,
  blocks: readBlocks,
  report(reader) {
    const token = reader.peek();
    if (token?.kind === "json") return reader.take().value;
    if (token && reader.inside) throw reader.fault("word_extra", token); // no report inside one that is inside another
    reader.inside = true;
    return reader.report();
  },
  json(reader) {
    if (reader.peek()?.kind !== "json") throw reader.missing();
    return reader.take().value;
  },
};

// Throw where a value is not of its kind; what comes out wrong in another way, `write` finds by reading it.
export function code(names, key) {
  if (!names.has(key)) throw new Error(key);
  return names.get(key);
}

const writeSeat = (key, known) => code(known.names.seats, key);
const writeDeed = (key, known) => code(known.names.deeds, key);
const writeText = text => (/^[A-Za-z][A-Za-z0-9_/.-]*$/.test(text) && text !== "let" && text !== "set" ? text : JSON.stringify(text));
const writeDice = dice => dice.join("");
const writePlain = value => (value === true ? "" : String(value));
const spaced = write => (items, known) => items.map(item => write(item, known)).join(" ");
const pairs = write => (found, known) => Object.entries(found).map(([key, value]) => write(key, value, known)).join(" ");

export const WRITE = {
  seat: writeSeat,
  party: (key, known) => (PARTIES.includes(key) ? key : writeSeat(key, known)),
  deed: writeDeed,
  deck: (key, known) => code(known.names.decks, key),
  card: (key, known) => code(known.names.cards, key),
  number: writePlain,
  flag: writePlain,
  option: writePlain,
  name: writeText,
  text: writeText,
  texts: spaced(writeText),
  seats: spaced(writeSeat),
  deeds: spaced(writeDeed),
  levels: pairs((key, level, known) => {
    const deed = writeDeed(key, known);
    return level < 10 && !/[0-9]$/.test(deed) ? `${deed}${level}` : `${deed}=${level}`;
  }),
  dice: writeDice,
  throws: pairs((seat, dice, known) => `${writeSeat(seat, known)}=${writeDice(dice)}`),
  hands: pairs((seat, deeds, known) => [writeSeat(seat, known), ...deeds.map(deed => writeDeed(deed, known))].join(" ")),
  side: (side, known) => [
    ...("cash" in side ? [String(side.cash)] : []),
    ...(side.deeds ?? []).map(key => writeDeed(key, known)),
    ...(side.cards ?? []).map(key => code(known.names[known.release], key)),
    ...(side.claims ?? []).map(({ debtor, creditor, amount }) => `${writeSeat(debtor, known)}/${writeSeat(creditor, known)}=${amount}`),
    ...(side.sell_buildings ? ["sell"] : []),
  ].join(" "),
  blocks: found => Object.entries(BLOCKS).flatMap(([letter, kind]) => (found[kind] ?? []).map(size => letter + size)).join(" "),
  json: value => JSON.stringify(value),
};
