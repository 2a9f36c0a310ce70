import { type NamedDay, namedDaysText } from '@auction-tiers/calendar';
import { english, signed } from '@auction-tiers/figure';
import type { CellDimension } from './cell.ts';
import type { Compared } from './hours-left-out.ts';
import type { Leaf, Movement, MovementKind, MovementPart } from './movement.ts';

/** A sentence and its subject: the buyer, tier set change, attribute value or kind of a part, or days of the calendar. */
export interface MovementSentence {
  readonly text: string;
  readonly kind: MovementKind | 'net' | 'calendar';
  /** The id of the leaf that the sentence is about; null: it is about the part. */
  readonly id: string | null;
}

/** The names that sentences use. */
export interface MovementNames {
  readonly currency: string;
  readonly buyer: (id: string) => string;
  /** The time of a publish, such as `Tue 09:12`, by its revision. */
  readonly change: (revision: string) => string;
  readonly value: (dimension: CellDimension, value: string) => string;
  /** The days of the seller's calendar in each period. Default: none. */
  readonly calendar?: Readonly<Record<'from' | 'against', readonly NamedDay[]>>;
}

const mostSentences = 5;
/** Parts that moved less than this share of the net are not mentioned. */
const leastSaid = 0.001;
const nanosPerUnit = 1e9;

/** The causes of a change in net, in at most five sentences, the largest part first. */
export function movementSentences(movement: Movement, names: MovementNames, compared?: Compared): MovementSentence[] {
  const { differenceMicros: difference, againstMicros } = movement;
  const least = leastSaid * Math.abs(Number(againstMicros));
  const rose = difference > 0n;
  const all = compared?.report ?? null;
  const first =
    all === null
      ? `${movedWords(difference, againstMicros, names)}.`
      : `${movedWords(all.fromMicros - all.againstMicros, all.againstMicros, names)}.`;
  const opening: MovementSentence[] = [{ text: first, kind: 'net', id: null }];
  const left = compared === undefined ? null : leftOutWords(compared, movement, names);
  if (left !== null) opening.push({ text: left, kind: 'net', id: null });
  const { unread = 0 } = compared ?? {};
  if (unread > 0) opening.push({ text: unreadWords(unread), kind: 'net', id: null });
  const unlike = calendarWords(names);
  if (unlike !== null) opening.push({ text: unlike, kind: 'calendar', id: null });
  const causes = movement.parts
    .flatMap((part) => causesOf(part))
    .filter(({ net }) => Math.abs(Number(net)) > least)
    .toSorted((one, other) => rankOf(other) - rankOf(one));
  const said = causes.slice(0, mostSentences - opening.length).map(({ part, leaf, net }): MovementSentence => {
    const what = causeWords(movement, part, leaf, names);
    const isOfIt = net > 0n === rose;
    const text =
      part.kind === 'unexplained'
        ? `Too few auctions are recorded to tell what moved ${signedMoney(net)} ${names.currency}.`
        : isOfIt && difference !== 0n
          ? `${money(net)} of it: ${what}.`
          : `${what[0]!.toUpperCase()}${what.slice(1)}: ${signedMoney(net)} ${names.currency}.`;
    return { text, kind: part.kind, id: leaf?.id ?? null };
  });
  return [...opening, ...said];
}

/** `Net fell by 412 USD (−8.1 %)`. */
function movedWords(difference: bigint, against: bigint, { currency }: MovementNames): string {
  if (difference === 0n) return 'Net did not change';
  const percent = against === 0n ? '' : ` (${signed(Number(difference) / Number(against), english.percent)})`;
  return `Net ${difference > 0n ? 'rose' : 'fell'} by ${money(difference)} ${currency}${percent}`;
}

/** The days of the seller's calendar in the periods, which make these unlike others; null: there are none. */
function calendarWords({ calendar }: MovementNames): string | null {
  const [from, against] = [calendar?.from ?? [], calendar?.against ?? []].map(namedDaysText) as [string, string];
  if (from === '' && against === '') return null;
  if (from === '')
    return `The earlier period includes ${against}: your calendar says that such days are unlike others.`;
  const earlier = against === '' ? '' : `, the earlier one ${against}`;
  return `The later period includes ${from}${earlier}: your calendar says that such days are unlike others.`;
}

const unreadWords = (unread: number): string =>
  `${unread === 1 ? '1 recorded auction cannot be read and is' : `${unread} recorded auctions cannot be read and are`} left out; the others stand for them.`;

/** What was left out, and what the causes are of; null: nothing was. */
function leftOutWords(
  { leftOut, hours, report }: Compared,
  { differenceMicros, againstMicros }: Movement,
  names: MovementNames,
): string | null {
  if (leftOut.length === 0) return null;
  if (leftOut.length === hours) {
    return `None of the ${hours} hours is recorded whole in both periods, so the difference cannot be told apart.`;
  }
  const held = report && report.fromMicros - report.againstMicros - differenceMicros;
  const holding = held === null ? '' : `, which hold ${signedMoney(held)} ${names.currency} of the difference`;
  const moved = movedWords(differenceMicros, againstMicros, names);
  return `${leftOut.length} of ${hours} hours are not recorded whole${holding}, and are left out of both periods. In the other ${hours - leftOut.length}: ${moved[0]!.toLowerCase()}${moved.slice(1)}.`;
}

/** The size of a cause, for the order; the unexplained part comes last. */
const rankOf = ({ part, net }: Cause): number => (part.kind === 'unexplained' ? 0 : Math.abs(Number(net)));

interface Cause {
  readonly part: MovementPart;
  readonly leaf: Leaf | null;
  readonly net: bigint;
}

/** A part as a whole, or by its leaves: every change of the rules, and a buyer with most of the part's effect. */
function causesOf(part: MovementPart): Cause[] {
  if (part.kind === 'rules') return part.of.map((leaf) => ({ part, leaf, net: leaf.netMicros }));
  const [leaf] = part.of;
  const whole = { part, leaf: null, net: part.netMicros };
  if (leaf === undefined || (part.kind !== 'participation' && part.kind !== 'prices')) return [whole];
  const isMost = leaf.id !== null && 2 * Math.abs(Number(leaf.netMicros)) > Math.abs(Number(part.netMicros));
  if (!isMost) return [whole];
  return [
    { part, leaf, net: leaf.netMicros },
    ...part.of.slice(1).map((other) => ({ part, leaf: other, net: other.netMicros })),
  ];
}

function causeWords(
  movement: Movement,
  { kind, by, of }: MovementPart,
  leaf: Leaf | null,
  names: MovementNames,
): string {
  const id = leaf?.id ?? null;
  if (kind === 'rules') {
    if (id === 'flights') return 'flights of our tiers that began or ended';
    if (id === 'experiment') return 'our experiment';
    if (id === 'earlier') return 'our earlier changes';
    return id === null ? 'our other changes' : `our change of ${names.change(id)}`;
  }
  if (kind === 'traffic') {
    const { against, from } = movement.impressions;
    const change = against === 0 ? '' : `${english.percent(Math.abs((from - against) / against))} `;
    return `${change}${from >= against ? 'more' : 'fewer'} impressions`;
  }
  if (kind === 'mix') {
    const value = of[0]?.id ?? null;
    return value === null || by === undefined
      ? 'another mix of impressions'
      : `another mix of impressions, first of all ${names.value(by, value)}`;
  }
  if (kind === 'terms') return 'other floors or terms of the requests';
  // A buyer that bids more may bring less: a tier may prefer it to a buyer that would pay more.
  if (id === null) return kind === 'prices' ? 'other bids for the same' : 'other buyers bid on the impressions';
  const name = id === '?' ? 'Unknown buyers' : names.buyer(id);
  const facts = movement.buyers.get(id);
  if (kind === 'prices') {
    const change = (facts?.priceRatio ?? 1) - 1;
    const size = wholePercent(change);
    return size === wholePercent(0)
      ? `${name} bid otherwise for the same`
      : `${name} bid ${size} ${change > 0 ? 'more' : 'less'} for the same`;
  }
  if (facts === undefined) return `${name} bid on other impressions`;
  const { againstShare: before, fromShare: after, where } = facts;
  const place = where === null ? '' : ` in ${names.value(where.dimension, where.value)}`;
  if (after === 0) return `${name} stopped bidding`;
  if (before === 0) return `${name} began to bid`;
  const change = wholePercent((after - before) / before);
  if (change === wholePercent(0)) return `${name} bid on other impressions`;
  return `${name} bid on ${change} ${after > before ? 'more' : 'fewer'} impressions${place}`;
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
