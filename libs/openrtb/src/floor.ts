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

/** The floors of the video and audio of an impression, by the length of the ad. Paths begin at the impression. */
export function readAdFloor(imp: Loose<Imp>, exchange: Exchange, warn: Report, refuse: Report): BidFloor {
  const byKind = Object.fromEntries(
    lengthy.map((kind) => {
      const { durfloors, mincpmpersec } = toObject<Video>(imp[kind]);
      const floored = { durfloors, mincpmpersec, bidfloorcur: imp.bidfloorcur };
      return [kind, readLengthFloors(floored, toLengths(imp, kind), exchange, below(warn, kind), below(refuse, kind))];
    }),
  ) as Readonly<Record<Lengthy, ByLength | undefined>>;
  return byLengthOf(imp, byKind, undefined);
}

/** The floors of a deal of an impression: one for all its bids, and those by the length of the ad. Paths begin at it. */
export function readDealFloor(
  deal: Floored,
  imp: Loose<Imp>,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): BidFloor {
  const { durfloors, bidfloorcur } = deal;
  const byKind = Object.fromEntries(
    lengthy.map((kind) => [
      kind,
      readLengthFloors({ durfloors, bidfloorcur }, toLengths(imp, kind), exchange, warn, refuse),
    ]),
  ) as Readonly<Record<Lengthy, ByLength | undefined>>;
  return byLengthOf(imp, byKind, toFloorMicros(deal, exchange, warn, refuse));
}

/** The floor of an ad by its length in seconds; undefined: of one whose bid does not tell its length. */
type ByLength = (lengthS: number | undefined) => number | undefined;

function byLengthOf(
  imp: Loose<Imp>,
  byKind: Readonly<Record<Lengthy, ByLength | undefined>>,
  usual: number | undefined,
): BidFloor {
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
  const offered = lengthy.find((kind) => isObject(imp[kind]));
  return lengthS !== undefined || !(isObject(imp.banner) || isObject(imp.native)) ? offered : undefined;
}

function toLength(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 0 && seconds < Infinity ? seconds : undefined;
}

function toLengths(imp: Loose<Imp>, kind: Lengthy): Lengths {
  const { minduration, maxduration, rqddurs } = toObject<Video>(imp[kind]);
  return {
    leastS: toWhole(minduration) ?? 0,
    mostS: toWhole(maxduration) ?? Infinity,
    listedS: toArray(rqddurs).flatMap((one) => toWhole(one) ?? []),
  };
}

/** Floors by length; undefined where there are none. A bid without a length meets the dearest of the lengths allowed. */
function readLengthFloors(
  { durfloors, mincpmpersec, bidfloorcur }: Floored,
  lengths: Lengths,
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): ByLength | undefined {
  const perSecond = toFloorMicros(
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
  if (floors.length === 0 && perSecond === undefined) return undefined;

  const of = (lengthS: number): number | undefined => {
    const meant = floors.filter(({ fromS, toS }) => fromS <= lengthS && lengthS <= toS);
    if (meant.length > 0) return Math.max(...meant.map(({ micros }) => micros));
    return perSecond === undefined ? undefined : Math.min(Math.floor(perSecond * lengthS), maxPriceMicros);
  };
  const dearest = ends(floors, lengths).flatMap((lengthS) => of(lengthS) ?? []);
  const unknown = dearest.length === 0 ? undefined : Math.max(...dearest);
  return (lengthS) => (lengthS === undefined ? unknown : of(lengthS));
}

/** The lengths among which the dearest one is, of those that an impression allows. */
function ends(floors: readonly LengthFloor[], { leastS, mostS, listedS }: Lengths): readonly number[] {
  if (listedS.length > 0) return listedS;
  const all = [leastS, mostS, ...floors.flatMap(({ fromS, toS }) => [fromS, toS, fromS - 1, toS + 1])];
  return all.filter((lengthS) => lengthS >= leastS && lengthS <= mostS && lengthS < Infinity);
}
