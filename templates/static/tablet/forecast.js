// What the table probably looks like behind unsent reports. Not a judgement: throws move pieces, purchases change hands,
// the turn passes on where the dice say so. Rents, salaries, cards and fees are left to the referee.

const JAILING_DOUBLES = 3;
const MOVING_CARD = /^(advance|nearest|go)_/;

// {position, next, landed}: the position carried on; who throws next; where the last throw ended, as {player, space,
// deed?}, `deed` one that can be bought there. A piece of which nobody knows where it is stands on space null.
export function forecast(board, position, reports) {
  const now = new Forecast(board, position);
  for (const report of reports) now[report.type]?.(report);
  return { position: { ...now.position, turn: now.next, due: [] }, next: now.next, landed: now.landed };
}

class Forecast {
  constructor({ seats, printed }, position) {
    this.position = structuredClone(position);
    this.seats = seats.map(seat => seat.key);
    this.spaces = printed.spaces;
    this.deeds = printed.deeds;
    const { turn, phase, doubles, due } = position;
    const offered = due.find(entry => entry.kind === "buy_or_decline");
    this.next = due.find(entry => entry.kind === "roll")?.player ?? (phase === "turn" && !doubles ? this.after(turn) : turn);
    this.doubles = this.next === turn && phase === "turn" ? doubles : 0;
    this.landed = offered ? this.at(offered.player) : null;
  }

  after(seat) {
    const place = this.seats.indexOf(seat);
    const others = [...this.seats.slice(place + 1), ...this.seats.slice(0, place)];
    return others.find(each => !this.position.players[each].out) ?? seat;
  }

  at(player) {
    const space = this.spaces.find(each => each.key === this.position.players[player].space);
    const deed = this.deeds.find(each => each.key === space?.key);
    return { player, space, deed: deed && !this.position.deeds[deed.key]?.owner ? deed : undefined };
  }

  jailed(player) {
    Object.assign(this.position.players[player], { space: this.spaces.find(each => each.kind === "jail").key, jail: 0 });
  }

  roll({ player, dice, off_board: off }) {
    const piece = this.position.players[player];
    if (off || !piece) return;
    const [one, two] = dice;
    const same = one === two;
    this.doubles = player === this.next && same ? this.doubles + 1 : Number(same);
    this.landed = null;
    this.next = this.after(player);
    if (piece.jail !== null) {
      if (same || piece.jail + 1 >= JAILING_DOUBLES) Object.assign(piece, { space: null, jail: null }); // out, by some way
      else piece.jail += 1;
      return;
    }
    const from = this.spaces.findIndex(each => each.key === piece.space);
    if (from >= 0) piece.space = this.spaces[(from + one + two) % this.spaces.length].key;
    if (this.doubles === JAILING_DOUBLES || this.at(player).space?.kind === "go_to_jail") return this.jailed(player);
    this.landed = this.at(player);
    if (same) this.next = player;
  }

  buy({ player }) {
    const { deed } = this.at(player);
    if (!deed) return;
    this.position.deeds[deed.key] = { owner: player, level: 0, mortgaged: false };
    this.position.players[player].cash -= deed.price;
    this.landed = null;
  }

  decline() {
    this.landed = null;
  }

  draw({ player, card }) {
    this.landed = null;
    if (MOVING_CARD.test(card)) this.position.players[player].space = null;
  }
}
