// What may be reported while nobody judges: everything that could be, since the position is only what was seen last.
// The referee answers when the connection is back.

// The list that stands in for `legal`, in its form.
export function anything(board, position) {
  const seats = board.seats.map(seat => seat.key).filter(seat => !position.players[seat].out);
  const deeds = Object.keys(position.deeds);
  const has = type => board.reports.includes(type);
  const of = seat => deeds.filter(key => position.deeds[key].owner === seat);
  const found = ["close_auction", "close_building", "time_up"].filter(has).map(type => ({ type }));
  for (const player of seats) {
    const others = seats.filter(seat => seat !== player);
    const say = (type, more = {}) => has(type) && found.push({ type, player, ...more });
    for (const type of ["roll", "buy", "decline", "pay", "pay_bail", "default", "declare_bankruptcy"]) say(type);
    say("bid", { least: 10, step: 10 });
    for (const deck of position.players[player].cards ?? []) say("use_card", { deck });
    for (const deck of board.printed.decks) say("draw", { deck: deck.key, cards: deck.cards.map(card => card.key) });
    say("choose_tax", { options: ["flat", "percent"] });
    const lots = of(player).filter(key => board.printed.deeds.find(deed => deed.key === key)?.building_cost);
    if (lots.length) {
      say("build", { lots: Object.fromEntries(lots.map(key => [key, 5])) });
      say("sell", { lots: Object.fromEntries(lots.map(key => [key, 0])) });
    }
    const whole = of(player).filter(key => !position.deeds[key].mortgaged);
    const mortgaged = of(player).filter(key => position.deeds[key].mortgaged);
    if (whole.length) say("mortgage", { deeds: whole });
    if (mortgaged.length) say("lift_mortgage", { deeds: mortgaged });
    say("trade", { with: others });
    for (const to of others) say("offer_rescue", { to });
  }
  return found;
}
