// What the table probably looks like after unsent reports, while the law on the device does not judge: before it is loaded,
// and if it does not start. Not a judgement: throws move pieces, purchases change hands, the turn passes on if the dice say
// so. Rents, salaries, cards and fees are left to the referee.
const JAILING_DOUBLES = 3;
const MOVING_CARD = /^(advance|nearest|go)_/;

/**
 * {position, next, landed}: the position after the reports; who throws next; where the last throw ended, as {player, space,
 * deed?}, `deed` if it can be bought there. A piece whose space is unknown is on space null.
 * @param {Board} board
 * @param {Position} position
 * @param {Move[]} reports
 */
export function forecast(board, position, reports) {
  const now = new Forecast(board, position);
  for (const report of reports) now.apply(report);
  return { position: { ...now.position, turn: now.next, due: [] }, next: now.next, landed: now.landed };
}

class Forecast {
  /**
   * @param {Board} value
   * @param {Position} position
   */
  constructor({ seats, printed }, position) {
    this.position = structuredClone(position);
    this.seats = seats.map(seat => seat.key);
    this.spaces = printed.spaces;
    this.deeds = printed.deeds;
    const { turn, phase, doubles, due } = position;
    const offered = due.find(entry => entry.kind === "buy_or_decline");
    this.next = due.find(entry => entry.kind === "roll")?.player ?? (phase === "turn" && !doubles ? this.nextPlayer(turn) : turn);
    this.doubles = this.next === turn && phase === "turn" ? doubles : 0;
    this.landed = offered ? this.landing(offered.player) : null;
  }

  /**
   * Apply a report to the position; one with unpredictable consequences changes nothing.
   * @param {Move} report
   */
  apply(report) {
    if (report.type === "roll") this.roll(report);
    else if (report.type === "buy") this.buy(report);
    else if (report.type === "decline") this.decline();
    else if (report.type === "draw") this.draw(report);
  }

  /** @param {Seat} seat */
  nextPlayer(seat) {
    const place = this.seats.indexOf(seat);
    const others = [...this.seats.slice(place + 1), ...this.seats.slice(0, place)];
    return others.find(each => !this.position.players[each].out) ?? seat;
  }

  /** @param {Seat} player */
  landing(player) {
    const space = this.spaces.find(each => each.key === this.position.players[player].space);
    const deed = this.deeds.find(each => each.key === space?.key);
    return { player, space, deed: deed && !this.position.deeds[deed.key]?.owner ? deed : undefined };
  }

  /** @param {Seat} player */
  sendToJail(player) {
    Object.assign(this.position.players[player], { space: this.spaces.find(each => each.kind === "jail")?.key, jail: 0 });
  }

  /** @param {Move} value */
  roll({ player, dice, off_board: off }) {
    const piece = this.position.players[player];
    if (off || !piece) return;
    const [one, two] = dice;
    const same = one === two;
    this.doubles = player === this.next && same ? this.doubles + 1 : Number(same);
    this.landed = null;
    this.next = this.nextPlayer(player);
    if (piece.jail !== null) {
      if (same || piece.jail + 1 >= JAILING_DOUBLES) Object.assign(piece, { space: null, jail: null }); // out of jail, one way or another
      else piece.jail += 1;
      return;
    }
    const from = this.spaces.findIndex(each => each.key === piece.space);
    if (from >= 0) piece.space = this.spaces[(from + one + two) % this.spaces.length].key;
    if (this.doubles === JAILING_DOUBLES || this.landing(player).space?.kind === "go_to_jail") return this.sendToJail(player);
    this.landed = this.landing(player);
    if (same) this.next = player;
  }

  /** @param {Move} value */
  buy({ player }) {
    const { deed } = this.landing(player);
    if (!deed) return;
    this.position.deeds[deed.key] = { owner: player, level: 0, mortgaged: false };
    this.position.players[player].cash -= deed.price;
    this.landed = null;
  }

  decline() {
    this.landed = null;
  }

  /** @param {Move} value */
  draw({ player, card }) {
    this.landed = null;
    if (MOVING_CARD.test(card)) this.position.players[player].space = null;
  }
}

// -- What may be reported while nobody judges: everything possible, since the position is only the last one that was seen.
// The referee answers once the connection is back.

/**
 * A substitute for the server's `legal`, in the same form.
 * @param {Board} board
 * @param {Position} position
 */
export function possibleReports(board, position) {
  const seats = board.seats.map(seat => seat.key).filter(seat => !position.players[seat].out);
  const deeds = Object.keys(position.deeds);
  /** @param {string} type */
  const has = type => board.reports.includes(type);
  /** @param {Seat} seat */
  const ownedBy = seat => deeds.filter(key => position.deeds[key].owner === seat);
  /** @type {LegalEntry[]} */
  const found = ["close_auction", "close_building", "time_up"].filter(has).map(type => ({ type }));
  for (const player of seats) {
    const others = seats.filter(seat => seat !== player);
    /**
     * @param {string} type
     * @param {object} [more]
     */
    const add = (type, more = {}) => has(type) && found.push({ type, player, ...more });
    for (const type of ["roll", "buy", "decline", "pay", "pay_bail", "default", "declare_bankruptcy"]) add(type);
    add("bid", { least: 10, step: 10 });
    for (const deck of position.players[player].cards ?? []) add("use_card", { deck });
    for (const deck of board.printed.decks) add("draw", { deck: deck.key, cards: deck.cards.map(card => card.key) });
    add("choose_tax", { options: ["flat", "percent"] });
    const lots = ownedBy(player).filter(key => board.printed.deeds.find(deed => deed.key === key)?.building_cost);
    if (lots.length) {
      add("build", { lots: Object.fromEntries(lots.map(key => [key, 5])) });
      add("sell", { lots: Object.fromEntries(lots.map(key => [key, 0])) });
    }
    const whole = ownedBy(player).filter(key => !position.deeds[key].mortgaged);
    const mortgaged = ownedBy(player).filter(key => position.deeds[key].mortgaged);
    if (whole.length) add("mortgage", { deeds: whole });
    if (mortgaged.length) add("lift_mortgage", { deeds: mortgaged });
    add("trade", { with: others });
    for (const to of others) add("offer_rescue", { to });
  }
  return found;
}
