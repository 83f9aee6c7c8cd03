// Building that is being put together: levels of lots, and the one report that they make.
import { HOTEL } from "../table.js";

// -- What stands on lots, counted: steps, evenness, and the pieces that they take from the bank.

/**
 * A level as the even rule sees it: a hotel stands one step above the houses that it needs.
 * @param {number} level
 * @param {number} hotelFrom
 */
const rank = (level, hotelFrom) => Math.min(level, hotelFrom + 1);

/**
 * How many steps the highest lot is ahead of the lowest; more than one is uneven.
 * @param {number[]} levels
 * @param {number} hotelFrom
 */
export function spread(levels, hotelFrom) {
  const ranks = levels.map(level => rank(level, hotelFrom));
  return Math.max(...ranks) - Math.min(...ranks);
}

/**
 * How many steps are paid for from one level up to another.
 * @param {number} from
 * @param {number} to
 * @param {number} hotelFrom
 */
export const stepsUp = (from, to, hotelFrom) => (to < HOTEL ? to - from : Math.max(hotelFrom - from, 0) + 1);

/**
 * The pieces that a lot takes from the bank on its way from one level to another; below zero: that go back.
 * @param {number} from
 * @param {number} to
 */
export function taken(from, to) {
  /** @param {number} level */
  const houses = level => (level < HOTEL ? level : 0);
  return { houses: houses(to) - houses(from), hotels: Number(to === HOTEL) - Number(from === HOTEL) };
}

const EMPTY = { houses: 0, hotels: 0 };

/** Building that is being put together: the levels wanted for a player's lots. */
export class BuildingPlan {
  /**
   * `wanted`: levels by deed; lots that are not named stay as they are, or as they are declared.
   * @param {Table} table
   * @param {Seat} seat
   * @param {Record<DeedKey, number>} wanted
   */
  constructor(table, seat, wanted) {
    this.table = table;
    this.seat = seat;
    this.wanted = wanted;
    this.declared = table.isDue("building")?.declared[seat] ?? {};
    this.hotelFrom = table.printed.hotel_from;
  }

  /** @param {DeedKey} deed */
  standing(deed) { return this.table.holding(deed).level; }
  /** @param {DeedKey} deed */
  base(deed) { return this.declared[deed] ?? this.standing(deed); }
  /** @param {DeedKey} deed */
  level(deed) { return this.wanted[deed] ?? this.base(deed); }

  // The lots that the plan changes, and the levels that it brings them to.
  get to() {
    return Object.fromEntries(Object.entries(this.wanted).filter(([deed, level]) => level !== this.base(deed)));
  }

  /** @param {DeedKey} deed */
  kind(deed) {
    const level = this.level(deed);
    if (level > this.base(deed)) return "build";
    return level < this.standing(deed) ? "sell" : "withdraw_build";
  }

  // The types of report that the plan would need; more than one cannot be logged together.
  get kinds() { return [...new Set(Object.keys(this.to).map(deed => this.kind(deed)))]; }

  // The report; null where nothing is changed.
  get report() {
    const [type] = this.kinds;
    return type ? { type, player: this.seat, to: this.to } : null;
  }

  /** @param {Record<DeedKey, number>} levels */
  with(levels) { return new BuildingPlan(this.table, this.seat, { ...this.wanted, ...levels }); }

  // What building the lots costs at the printed price, what is declared already included; in whole units of money.
  get cost() {
    const lots = new Set([...Object.keys(this.declared), ...Object.keys(this.wanted)]);
    return [...lots].filter(deed => this.level(deed) > this.standing(deed))
      .reduce((total, deed) => total + stepsUp(this.standing(deed), this.level(deed), this.hotelFrom) * this.table.deed[deed].building_cost, 0);
  }

  // What the bank has when it is done; below zero where that is more than there is.
  get stock() {
    const { houses, hotels } = this.table.position.bank;
    const lots = new Set([...Object.keys(this.declared), ...Object.keys(this.wanted)]);
    const all = [...lots].map(deed => taken(this.standing(deed), this.level(deed)))
      .reduce((total, each) => ({ houses: total.houses + each.houses, hotels: total.hotels + each.hotels }), EMPTY);
    return { houses: houses - all.houses, hotels: hotels - all.hotels };
  }

  /**
   * Own lots of a group.
   * @param {ColourGroup} group
   */
  lots(group) { return group.deeds.filter(deed => this.table.holding(deed).owner === this.seat); }

  /**
   * The next levels when a group goes one step `by` (1 or -1) as a whole: the lowest lots go up first, the highest down;
   * what is planned the other way is taken back first.
   * @param {ColourGroup} group
   * @param {number} by
   */
  together(group, by) {
    const lots = this.lots(group);
    const back = lots.filter(deed => (this.level(deed) - this.base(deed)) * by < 0);
    const moving = back.length ? back : lots;
    const levels = moving.map(deed => this.level(deed));
    const front = by > 0 ? Math.min(...levels) : Math.max(...levels);
    return Object.fromEntries(moving.filter(deed => this.level(deed) === front).map(deed => [deed, front + by]));
  }

  /**
   * Why the plan may not become one with these `levels` of a group: null where it may; "apart" where it would build
   * and sell at once; "end" where there is no such level; else the report that the referee refuses.
   * @param {ColourGroup} group
   * @param {Record<DeedKey, number>} levels
   */
  obstacle(group, levels) {
    if (Object.values(levels).some(level => level < 0 || level > HOTEL)) return "end";
    const next = this.with(levels);
    if (next.kinds.length > 1) return "apart";
    if (!this.table.certain || next.report === null) return null;
    return next.within(Object.keys(levels)) && next.even(group) ? null : next.report;
  }

  /**
   * Whether the lots named stay within what may be reported now.
   * @param {DeedKey[]} deeds
   */
  within(deeds) {
    return deeds.every(deed => {
      const level = this.level(deed);
      if (level === this.base(deed)) return true;
      const bound = this.table.may(this.kind(deed), this.seat)?.lots?.[deed];
      return bound !== undefined && (this.kind(deed) === "build" ? level <= bound : level >= bound);
    });
  }

  /**
   * Whether a group is even as planned, or evener than before (a ruling may have left it uneven).
   * @param {ColourGroup} group
   */
  even(group) {
    const lots = this.lots(group);
    const after = spread(lots.map(deed => this.level(deed)), this.hotelFrom);
    return after <= 1 || after < spread(lots.map(deed => this.base(deed)), this.hotelFrom);
  }
}
