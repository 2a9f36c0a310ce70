import { hash } from 'node:crypto';

/** C: the live tiers decide; T: the draft. */
export type Arm = 'C' | 'T';

/** The number of buckets in which units are summed; the variance of a split is estimated from them. */
export const bucketCount = 1024;

/** The draws of a unit in an experiment. Another salt gives independent draws. */
export interface Place {
  /** From 0 to under 1. The unit is in T if this is below the share, so a larger share keeps every unit in T. */
  readonly draw: number;
  /** From 0 to 1,023, independent of the draw. */
  readonly bucket: number;
  /** 48 bits by which distinct units are counted, so that no unit's name is stored. */
  readonly id: number;
}

const [twoTo32, drawBytes, bucketOffset, bucketBytes, idOffset, idBytes] = [4_294_967_296, 4, 4, 2, 8, 6];

/**
 * The draws of a unit from SHA-256(salt, newline, unit): the first 32 bits are its draw, later bits its bucket and its
 * id. One hash per auction, synchronous. The salt has no newline.
 */
export function placeOf(salt: string, unit: string): Place {
  // A buffer instead of the string takes twice as long, and makes more garbage.
  const digest = hash('sha256', `${salt}\n${unit}`, 'latin1');
  return {
    draw: numberAt(digest, 0, drawBytes) / twoTo32,
    bucket: numberAt(digest, bucketOffset, bucketBytes) % bucketCount,
    id: numberAt(digest, idOffset, idBytes),
  };
}

/** The number in some bytes, the highest byte first. */
function numberAt(bytes: string, from: number, count: number): number {
  let found = 0;
  for (let at = from; at < from + count; at++) found = 256 * found + bytes.charCodeAt(at);
  return found;
}

/** The arm of a unit if T has this share of the units; in a switchback, the share of its cell (`Schedule`). */
export function armOf({ draw }: Place, share: number): Arm {
  return draw < share ? 'T' : 'C';
}

/** A switchback of the whole seller, by drawn days or by whole weeks: it has one cluster, and every auction is in it. */
export type WholeSeller = 'seller' | 'seller_weeks';

/** The arm and share of every cluster on every day of a switchback, counted from its start. */
export interface Schedule {
  /** The number of clusters that were drawn, or the whole seller. */
  readonly cells: number | WholeSeller;
  /** By cluster, then day. */
  readonly arms: readonly (readonly Arm[])[];
  /** The share of units that the draft decides: 1 or 0.5 in T cells, 0 or 0.5 in C cells. */
  readonly shares: readonly (readonly number[])[];
}

export const daysPerWeek = 7;
/** The days of two consecutive weeks: the duration of a switchback is a multiple of this. */
export const daysPerPair = 14;
/** The part of half-saturated cells, drawn by cluster and week: shares then change hardly more often than arms. */
const halfSaturated = 0.25;

/**
 * Draws a switchback of clusters. Each weekday of two consecutive weeks is a pair: a cluster is T on one of the two days and C on the
 * other. Throws a `RangeError` unless `days` is a multiple of 14, without which a cluster cannot be T as often as C.
 * `draw`: an even draw from 0 to under 1; each name is drawn once.
 */
export function drawClusters(clusterCount: number, days: number, draw: (name: string) => number): Schedule {
  if (days < daysPerPair || days % daysPerPair !== 0) {
    throw new RangeError(`A switchback has ${days} days; allowed are multiples of ${daysPerPair}.`);
  }
  const cells = Array.from({ length: clusterCount }, (_, cluster) => drawCluster(cluster, days, draw));
  return {
    cells: clusterCount,
    arms: cells.map((own) => own.map(({ arm }) => arm)),
    shares: cells.map((own) => own.map(({ share }) => share)),
  };
}

function drawCluster(cluster: number, days: number, draw: (name: string) => number) {
  const isHalf = Array.from({ length: days / daysPerWeek }, (_, week) => ({
    T: draw(`half T ${cluster} ${week}`) < halfSaturated,
    C: draw(`half C ${cluster} ${week}`) < halfSaturated,
  }));
  const isTFirst = Array.from({ length: days / 2 }, (_, pair) => draw(`pair ${cluster} ${pair}`) < 0.5);
  return Array.from({ length: days }, (_, day): { readonly arm: Arm; readonly share: number } => {
    const week = Math.floor(day / daysPerWeek);
    const pair = Math.floor(day / daysPerPair) * daysPerWeek + (day % daysPerWeek);
    const arm = isTFirst[pair] === (week % 2 === 0) ? 'T' : 'C';
    return { arm, share: isHalf[week]![arm] ? 0.5 : Number(arm === 'T') };
  });
}
