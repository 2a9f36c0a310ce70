import { maxPriceMicros } from '@auction-tiers/tier-engine';
import type { Bid, DurFloors, Imp, Video } from 'iab-openrtb/v26';
import type { Exchange } from './currency.ts';
import { isAbsent, isObject, type Loose, shown, toArray, toId, toObject, toWhole } from './loose.ts';
import type { Report } from './model.ts';
import { allAt, below } from './report.ts';
import { toFloorMicros } from './request.ts';

/** The floor of a bid, CPM micros of the auction's currency; undefined: what was read names none of its own for it. */
export type BidFloor = (bid: Loose<Bid>) => number | undefined;

/** The fields by which an impression, a deal, or the video or audio of an impression names floors. */
type Floored = Readonly<Partial<Record<'bidfloor' | 'bidfloorcur' | 'durfloors' | 'mincpmpersec', unknown>>>;

/** The kinds of ads that have a length. */
const lengthy = ['video', 'audio'] as const;
type Lengthy = (typeof lengthy)[number];

/** The lengths of ads that an impression allows, in seconds. */
interface Lengths {
  readonly leastS: number;
  /** Infinity: it does not say. */
  readonly mostS: number;
  /** The only ones allowed; empty: all between. */
  readonly listedS: readonly number[];
}

/** A floor of ads whose length is between two, both included. */
interface LengthFloor {
  readonly fromS: number;
  readonly toS: number;
  readonly micros: number;
}

/**
 * The floors of the video and audio of an impression, by the length of the ad. `usualMicros`: the floor of all its other
 * bids. Paths begin at the impression.
 */
export function readAdFloor(
  imp: Loose<Imp>,
  usualMicros: number,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): BidFloor {
  const byKind: ByKind = {};
  for (const kind of offeredIn(imp)) {
    const { durfloors, mincpmpersec } = toObject<Video>(imp[kind]);
    const floored = { durfloors, mincpmpersec, bidfloorcur: imp.bidfloorcur };
    const floors = readLengthFloors(floored, exchange, below(warn, kind), below(refuse, kind));
    if (floors !== undefined) byKind[kind] = byLength(floors, toLengths(imp, kind), usualMicros);
  }
  return floorOf(imp, byKind, undefined);
}

/**
 * The floors of a deal of an impression: one for all its bids, and those by the length of the ad. `usualMicros`: the floor
 * of bids on no deal. Paths begin at the deal.
 */
export function readDealFloor(
  deal: Floored,
  imp: Loose<Imp>,
  usualMicros: number,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): BidFloor {
  const own = toFloorMicros(deal, exchange, warn, refuse);
  const floors = readLengthFloors(deal, exchange, warn, refuse);
  const byKind: ByKind = {};
  if (floors !== undefined) {
    for (const kind of offeredIn(imp)) byKind[kind] = byLength(floors, toLengths(imp, kind), own ?? usualMicros);
  }
  return floorOf(imp, byKind, own);
}

const offeredIn = (imp: Loose<Imp>): readonly Lengthy[] => lengthy.filter((kind) => isObject(imp[kind]));

/** The floor of an ad by its length in seconds; undefined: of one whose bid does not tell its length. */
type ByLength = (lengthS: number | undefined) => number | undefined;

type ByKind = Partial<Record<Lengthy, ByLength>>;

function floorOf(imp: Loose<Imp>, byKind: Readonly<ByKind>, usual: number | undefined): BidFloor {
  if (byKind.video === undefined && byKind.audio === undefined) return () => usual;
  return (bid) => {
    const lengthS = toLength(bid.dur);
    const kind = kindOf(bid, imp, lengthS);
    return (kind && byKind[kind]?.(lengthS)) ?? usual;
  };
}

const kindOfCode: Readonly<Record<number, Lengthy>> = { 2: 'video', 3: 'audio' };

/** Which ad with a length a bid is for, as it says itself, or else as the impression leaves no choice. */
function kindOf({ mtype }: Loose<Bid>, imp: Loose<Imp>, lengthS: number | undefined): Lengthy | undefined {
  if (!isAbsent(mtype)) return kindOfCode[toId(mtype) ?? 0];
  const [offered] = offeredIn(imp);
  return lengthS !== undefined || !(isObject(imp.banner) || isObject(imp.native)) ? offered : undefined;
}

function toLength(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 0 && seconds < Infinity ? seconds : undefined;
}

function toLengths(imp: Loose<Imp>, kind: Lengthy): Lengths {
  const { minduration, maxduration, rqddurs } = toObject<Video>(imp[kind]);
  return {
    leastS: toId(minduration) ?? 1,
    mostS: toWhole(maxduration) ?? Infinity,
    listedS: toArray(rqddurs).flatMap((one) => toWhole(one) ?? []),
  };
}

/** What floors an object names by length. */
interface LengthFloors {
  readonly floors: readonly LengthFloor[];
  readonly perSecondMicros: number | undefined;
}

/** Floors by length; undefined where there are none. */
function readLengthFloors(
  { durfloors, mincpmpersec, bidfloorcur }: Floored,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): LengthFloors | undefined {
  const perSecondMicros = toFloorMicros(
    { bidfloor: mincpmpersec, bidfloorcur },
    exchange,
    allAt(warn, 'mincpmpersec'),
    allAt(refuse, 'mincpmpersec'),
  );
  if (!isAbsent(durfloors) && !Array.isArray(durfloors)) {
    warn('durfloors', `is ${shown(durfloors)}; no floor by length is used, allowed is an array`);
  }
  const floors: LengthFloor[] = [];
  for (const [at, value] of toArray(durfloors).entries()) {
    const { mindur, maxdur, bidfloor } = toObject<DurFloors>(value);
    const path = `durfloors[${at}].bidfloor`;
    const micros = toFloorMicros({ bidfloor, bidfloorcur }, exchange, allAt(warn, path), allAt(refuse, path));
    if (micros !== undefined) floors.push({ fromS: toWhole(mindur) ?? 0, toS: toWhole(maxdur) ?? Infinity, micros });
  }
  return floors.length === 0 && perSecondMicros === undefined ? undefined : { floors, perSecondMicros };
}

/**
 * The floor by length. A bid that does not tell its length meets the dearest floor of the lengths allowed, `usualMicros`
 * among them where a length has no floor of its own.
 */
function byLength({ floors, perSecondMicros }: LengthFloors, lengths: Lengths, usualMicros: number): ByLength {
  const of = (lengthS: number): number | undefined => {
    const meant = floors.filter(({ fromS, toS }) => fromS <= lengthS && lengthS <= toS);
    if (meant.length > 0) return Math.max(...meant.map(({ micros }) => micros));
    return perSecondMicros && Math.min(Math.floor(perSecondMicros * lengthS), maxPriceMicros);
  };
  const unknown = Math.max(...ends(floors, lengths).map((lengthS) => of(lengthS) ?? usualMicros));
  return (lengthS) => (lengthS === undefined ? unknown : of(lengthS));
}

/** The lengths among which the dearest one is, of those that an impression allows; never none. */
function ends(floors: readonly LengthFloor[], { leastS, mostS, listedS }: Lengths): readonly number[] {
  if (listedS.length > 0) return listedS;
  const all = [mostS, ...floors.flatMap(({ fromS, toS }) => [fromS, toS, fromS - 1, toS + 1])];
  return [leastS, ...all.filter((lengthS) => lengthS >= leastS && lengthS <= mostS && lengthS < Infinity)];
}
