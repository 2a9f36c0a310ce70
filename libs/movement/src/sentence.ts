import { type NamedDay, namedDaysText } from '@auction-tiers/calendar';
import { english, signed } from '@auction-tiers/figure';
import { everyBuyer, type Place } from './buyer-facts.ts';
import type { CellDimension } from './cell.ts';
import type { Compared } from './hours-left-out.ts';
import type { Leaf, Movement, MovementKind, MovementPart } from './movement.ts';
import { isOrdinary, ordinaryRange, type OrdinaryRange, usualMoves } from './ordinary.ts';
import type { Renamed } from './renamed.ts';

/**
 * A sentence and its subject: the buyer, tier set change, attribute value or kind of a part, or days of the calendar;
 * `ordinary` says that such periods differ as much.
 */
export interface MovementSentence {
  readonly text: string;
  readonly kind: MovementKind | 'net' | 'ordinary' | 'calendar';
  /** The id of the leaf that the sentence is about; null: it is about the part. */
  readonly id: string | null;
}

/** The names that sentences use. */
export interface MovementNames {
  readonly currency: string;
  readonly buyer: (id: string) => string;
  /** When a change went live, and whose it is, such as `Tue 09:12 by ann`, by its revision. */
  readonly change: (revision: string) => string;
  readonly value: (dimension: CellDimension, value: string) => string;
  /** The days of the seller's calendar in each period. Default: none. */
  readonly calendar?: Readonly<Record<'from' | 'against', readonly NamedDay[]>>;
}

const mostSentences = 5;
/** What is unexplained is a sentence where it is one of so many largest parts. */
const largestParts = 3;
/** Parts that moved less than this share of the net are not mentioned. */
const leastSaid = 0.001;
const nanosPerUnit = 1e9;

/** The causes of a change in net, in at most five sentences, the largest part first. */
export function movementSentences(movement: Movement, names: MovementNames, compared?: Compared): MovementSentence[] {
  const { fromMicros, againstMicros } = movement;
  const all = compared?.report ?? { fromMicros, againstMicros };
  const opening: MovementSentence[] = [
    { text: `${movedWords(all.fromMicros - all.againstMicros, all.againstMicros, names)}.`, kind: 'net', id: null },
  ];
  const range = ordinaryRange(compared?.earlier ?? []);
  const usual = range !== null && isOrdinary(range, all.fromMicros, all.againstMicros) ? range : null;
  if (usual !== null) opening.push({ text: ordinaryWords(usual), kind: 'ordinary', id: null });
  const left = compared === undefined ? null : leftOutWords(compared, movement, names);
  const { unread = 0 } = compared ?? {};
  const lacking = [left ?? [], unread > 0 ? unreadWords(unread) : []].flat();
  if (lacking.length > 0) opening.push({ text: lacking.join(' '), kind: 'net', id: null });
  const unlike = calendarWords(names);
  if (unlike !== null) opening.push({ text: unlike, kind: 'calendar', id: null });
  const isUnusual = usual === null ? null : beyond(usual, all.againstMicros);
  const causes = namedCauses(movement, isUnusual);
  const said = chosen(causes, movement, mostSentences - opening.length).map((cause): MovementSentence => {
    const { part, leaf, renamed, net } = cause;
    const what = causeWords(movement, cause, names);
    const text =
      part.kind === 'unexplained'
        ? `Too few auctions are recorded to explain ${signedMoney(net)} ${names.currency}.`
        : `${what[0]!.toUpperCase()}${what.slice(1)}: ${signedMoney(net)} ${names.currency}.`;
    return { text, kind: part.kind, id: renamed?.from ?? leaf?.id ?? null };
  });
  return [...opening, ...said];
}

/** `Net fell by 412 USD (−8.1 %)`. */
function movedWords(difference: bigint, against: bigint, { currency }: MovementNames): string {
  if (difference === 0n) return 'Net did not change';
  const percent = against === 0n ? '' : ` (${signed(Number(difference) / Number(against), english.percent)})`;
  return `Net ${difference > 0n ? 'rose' : 'fell'} by ${money(difference)} ${currency}${percent}`;
}

const ordinaryWords = ({ low, high }: OrdinaryRange): string =>
  `This is an ordinary difference: such periods differ by ${signed(low, english.percent)} to ${signed(high, english.percent)}.`;

/** The days of the seller's calendar in the periods, which make these unlike others; null: there are none. */
function calendarWords({ calendar }: MovementNames): string | null {
  const [from, against] = [calendar?.from ?? [], calendar?.against ?? []].map(namedDaysText) as [string, string];
  if (from === '' && against === '') return null;
  if (from === '') return `The earlier period includes ${against}: your calendar marks them as special days.`;
  const earlier = against === '' ? '' : `, the earlier one ${against}`;
  return `The later period includes ${from}${earlier}: your calendar marks them as special days.`;
}

const unreadWords = (unread: number): string =>
  `${english.counted(unread, 'recorded auction')} cannot be read and ${unread === 1 ? 'is' : 'are'} left out; the others are taken to represent them.`;

/** What was left out, and what the causes are of; null: nothing was. */
function leftOutWords(
  { leftOut, hours, report }: Compared,
  { differenceMicros, againstMicros }: Movement,
  names: MovementNames,
): string | null {
  if (leftOut.length === 0) return null;
  if (leftOut.length === hours) {
    return `None of the ${hours} hours is fully recorded in both periods, so the difference cannot be broken down.`;
  }
  const held = report && report.fromMicros - report.againstMicros - differenceMicros;
  const [are, account] = leftOut.length === 1 ? ['is', 'it accounts'] : ['are', 'they account'];
  const holding = held === null ? '' : `; ${account} for ${signedMoney(held)} ${names.currency} of the difference`;
  const moved = movedWords(differenceMicros, againstMicros, names);
  return `${leftOut.length} of ${hours} hours ${are} not fully recorded, and ${are} left out of both periods${holding}. In the other ${hours - leftOut.length}, ${moved[0]!.toLowerCase()}${moved.slice(1)}.`;
}

/** A buyer that came, left or has another id is named on an ordinary difference too, if it moved this share of the net. */
const leastTurn = 0.01;
/** Of so many bids in one period and none in the other no chance is made. */
const leastBids = 20;

/** Whether a change of net is more than such periods differ by. */
type IsUnusual = (net: bigint) => boolean;

function beyond(usual: OrdinaryRange, againstMicros: bigint): IsUnusual {
  const { low, high } = usualMoves(usual);
  const against = Number(againstMicros);
  return (net) => Number(net) < low * against || Number(net) > high * against;
}

/**
 * The causes to name, the largest first. `isUnusual`: of an ordinary difference, of which only a cause is named that moved
 * more than such periods differ by, a buyer that came or left, and what changes of the tiers brought, which is exact; null: the
 * difference is not ordinary.
 */
function namedCauses(movement: Movement, isUnusual: IsUnusual | null): Cause[] {
  const against = sizeOf(movement.againstMicros);
  return causesOf(movement)
    .filter((cause) => {
      const { part, leaf, renamed, net, size } = cause;
      if (size <= leastSaid * against) return false;
      if (isUnusual === null || part.kind === 'rules') return true;
      const isTurned = part.kind === 'participation' && leaf !== null && isTurn(movement, leaf);
      if (renamed !== null || isTurned) return size > leastTurn * against;
      return isUnusual(net) && isUnusual(netOfBuyers(movement, cause));
    })
    .toSorted((one, other) => other.size - one.size);
}

/**
 * What the buyer, or all buyers, moved by participation and prices together. What would be bid where a buyer bids in only one
 * of two auctions is an estimate: its error moves as much from the one to the other. Other causes: what they moved.
 */
function netOfBuyers({ parts }: Movement, { part, leaf, net }: Cause): bigint {
  if (part.kind !== 'participation' && part.kind !== 'prices') return net;
  const buyers = parts.filter(({ kind }) => kind === 'participation' || kind === 'prices');
  const moved = leaf === null ? buyers : buyers.flatMap(({ of }) => of.filter(({ id }) => id === leaf.id));
  return moved.reduce((sum, { netMicros }) => sum + netMicros, 0n);
}

/** Whether a buyer came or left. */
function isTurn({ buyers, auctions }: Movement, { id }: Leaf): boolean {
  const facts = id === null ? undefined : buyers.get(id);
  if (facts?.where !== null) return false;
  const [before, after] = [facts.againstShare * auctions.against, facts.fromShare * auctions.from];
  return Math.min(before, after) === 0 && Math.max(before, after) >= leastBids;
}

interface Cause {
  readonly part: MovementPart;
  readonly leaf: Leaf | null;
  /** The cause is that a buyer has another id; its leaves are those of both ids. */
  readonly renamed: Renamed | null;
  readonly net: bigint;
  /** For the order: what it moved; of a renamed buyer what either id moved, which cancels out. */
  readonly size: number;
}

const sizeOf = (net: bigint): number => Math.abs(Number(net));

function causesOf(movement: Movement): Cause[] {
  const { parts, renamed, againstMicros } = movement;
  const buyers = parts.filter(({ kind }) => kind === 'participation' || kind === 'prices');
  const known: Cause[] = [];
  const told = new Set<Leaf>();
  for (const one of renamed) {
    const leaves = buyers.flatMap(({ of }) => of.filter(({ id }) => id === one.against || id === one.from));
    const [part] = buyers;
    if (part === undefined || leaves.length === 0) continue;
    for (const leaf of leaves) told.add(leaf);
    const net = leaves.reduce((sum, { netMicros }) => sum + netMicros, 0n);
    known.push({
      part,
      leaf: null,
      renamed: one,
      net,
      size: Math.max(...leaves.map((leaf) => sizeOf(leaf.netMicros))),
    });
  }
  for (const part of parts.filter(({ kind }) => kind === 'participation')) {
    for (const leaf of part.of) {
      const size = sizeOf(leaf.netMicros);
      if (told.has(leaf) || !isTurn(movement, leaf) || size <= leastTurn * sizeOf(againstMicros)) continue;
      told.add(leaf);
      known.push({ part, leaf, renamed: null, net: leaf.netMicros, size });
    }
  }
  return [...known, ...parts.flatMap((part) => causesIn(part, told))];
}

/** A part as a whole, or by its leaves: every change of the rules, and a buyer with most of the part's effect. */
function causesIn(part: MovementPart, told: ReadonlySet<Leaf>): Cause[] {
  const of = part.of.filter((leaf) => !told.has(leaf));
  const byLeaf = of.map((leaf) => ({
    part,
    leaf,
    renamed: null,
    net: leaf.netMicros,
    size: sizeOf(leaf.netMicros),
  }));
  if (part.kind === 'rules') return byLeaf;
  const [leaf] = of;
  const net = of.length === part.of.length ? part.netMicros : of.reduce((sum, one) => sum + one.netMicros, 0n);
  const whole = { part, leaf: null, renamed: null, net, size: sizeOf(net) };
  if (leaf === undefined || (part.kind !== 'participation' && part.kind !== 'prices')) return [whole];
  const isMost = leaf.id !== null && 2 * sizeOf(leaf.netMicros) > sizeOf(net);
  return isMost ? byLeaf : [whole];
}

/** The first causes, and what is unexplained in place of the last one where it is a large part. */
function chosen(causes: readonly Cause[], { parts }: Movement, most: number): readonly Cause[] {
  const first = causes.slice(0, Math.max(0, most));
  const bySize = parts.toSorted((one, other) => sizeOf(other.netMicros) - sizeOf(one.netMicros));
  const largest = new Set(bySize.slice(0, largestParts));
  const missed = causes.find(({ part }) => part.kind === 'unexplained' && largest.has(part));
  return missed === undefined || first.length === 0 || first.includes(missed) ? first : [...first.slice(0, -1), missed];
}

function causeWords(movement: Movement, { part: { kind }, leaf, renamed, net }: Cause, names: MovementNames): string {
  const nameOf = (buyer: string) => (buyer === '?' ? 'unknown buyers' : names.buyer(buyer));
  const id = leaf?.id ?? null;
  if (renamed !== null) {
    return `${nameOf(renamed.from)} bid in place of ${nameOf(renamed.against)}, as often and as much`;
  }
  if (kind === 'rules') {
    if (id === 'flights') return 'scheduled starts and ends of tiers';
    if (id === 'experiment') return 'the live test';
    if (id === 'earlier') return 'earlier changes of the tiers';
    return id === null ? 'other changes of the tiers' : `the change on ${names.change(id)}`;
  }
  if (kind === 'traffic') {
    const { against, from } = movement.impressions;
    const change = against === 0 ? '' : `${english.percent(Math.abs((from - against) / against))} `;
    return `${change}${from >= against ? 'more' : 'fewer'} impressions`;
  }
  if (kind === 'mix') return mixWords(movement, names);
  if (kind === 'terms') return 'different floors or terms in the requests';
  const facts = movement.buyers.get(id ?? everyBuyer);
  const name = id === null ? 'buyers' : nameOf(id);
  const at = (place: Place | null) => (place === null ? '' : ` in ${names.value(place.dimension, place.value)}`);
  // A buyer that bids more may bring less: a tier may prefer it to a buyer that would pay more.
  if (kind === 'prices') {
    const change = (facts?.priceRatio ?? 1) - 1;
    const size = wholePercent(change);
    const place = at(facts?.pricesWhere ?? null);
    if (size === wholePercent(0)) return `${name} bid differently for the same impressions${place}`;
    const isOpposite = change > 0 !== net > 0n && net !== 0n;
    const why = isOpposite
      ? `, which can ${net > 0n ? 'raise' : 'lower'} net where a tier prefers ${id === null ? 'them' : 'it'} to buyers that pay more`
      : '';
    return `${name} bid ${size} ${change > 0 ? 'more' : 'less'} for the same impressions${place}${why}`;
  }
  if (facts === undefined) return `${name} bid on different impressions`;
  const { againstShare: before, fromShare: after, where } = facts;
  const place = at(where);
  if (after === 0) return `${name} stopped bidding${place}`;
  if (before === 0) return `${name} began to bid${place}`;
  const change = wholePercent((after - before) / before);
  if (change === wholePercent(0)) return `${name} bid on different impressions${place}`;
  return `${name} bid on ${change} ${after > before ? 'more' : 'fewer'} impressions${place}`;
}

function mixWords({ movedMix }: Movement, names: MovementNames): string {
  if (movedMix === null) return 'a different mix of impressions';
  const { dimension, value, againstShare, fromShare } = movedMix;
  const named = names.value(dimension, value);
  return `a different mix of impressions, mainly ${named}: ${english.percent(fromShare)} of them, ${fromShare > againstShare ? 'up' : 'down'} from ${english.percent(againstShare)}`;
}

/** Without its sign. */
const wholePercent = (change: number) => english.percent(Math.abs(change), 0);
const units = (micros: bigint) => Number(micros) / nanosPerUnit;
/** Without its sign; whole from 100 on. */
const money = (micros: bigint) => {
  const size = Math.abs(units(micros));
  return english.decimal(size, size >= 100 ? 0 : 2);
};
const signedMoney = (micros: bigint) => `${micros < 0n ? '−' : '+'}${money(micros)}`;
