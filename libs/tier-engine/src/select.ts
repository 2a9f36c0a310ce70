import type { Crowd } from './crowd.ts';
import type { Entries } from './entry.ts';
import {
  beginsCrowd,
  buyerEnd,
  crowdOf,
  dearMicros,
  entryAfter,
  isLastOfBuyer,
  isLastOfLevel,
  needsAsking,
  qualifies,
  slotOf,
  tierIndexOf,
} from './entry.ts';
import { netMicros } from './fee.ts';
import { absent } from './id-map.ts';
import type { AuctionRequest } from './model.ts';
import type { ProfileIndex } from './profile-index.ts';
import { drawPurpose } from './seed.ts';
import type { CompiledTiers, TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';

/** In place of a tier's index: no tier matches the bid. */
export const untiered = -1;

const million = 1_000_000;
const dearScaled = dearMicros * million;

/**
 * For each bid, in the order of the request, the index into `tierSet.tiers` of the one tier it belongs to, or -1. The
 * tier may be an exclude. Throws a RangeError when `out` is shorter than the bids.
 */
export function selectTiers(tierSet: TierSet, request: AuctionRequest, out: Int32Array): void {
  selectWithNets(tierSet, request, out, undefined);
}

/** The same; if it is given room for them, the net prices too, CPM micros. */
export function selectWithNets(
  tierSet: TierSet,
  request: AuctionRequest,
  out: Int32Array,
  nets: Float64Array | undefined,
): void {
  const { bids } = request;
  if (out.length < bids.length) {
    throw new RangeError(`selectTiers was given room for ${out.length} of ${bids.length} bids.`);
  }
  const tiers = tierSet[compiled];
  tiers.draws.restart(request.seed);
  const hasTiers = tierSet.tiers.length > 0;
  if (hasTiers) tiers.profiles.begin(request);
  for (let place = 0; place < bids.length; place++) {
    const { memberId, grossMicros, feePpm = request.feePpm } = bids[place]!;
    // A product so small is exact, and its quotient cannot be rounded up to a whole number: it is the net price.
    const scaledNet = grossMicros * (million - feePpm);
    const isDear = scaledNet >= dearScaled;
    const netWord = isDear ? 0 : (scaledNet / million) | 0;
    if (nets !== undefined) nets[place] = isDear ? netMicros(grossMicros, feePpm) : netWord;
    const entry = !hasTiers || memberId === null ? absent : tiers.firstEntry.find(memberId);
    if (entry === absent) out[place] = untiered;
    else if (isDear) out[place] = selectForDearBid(tierSet, entry, netMicros(grossMicros, feePpm), place);
    else out[place] = selectTier(tiers, entry, netWord, place);
  }
}

/** Goes from a buyer's first entry through its levels: the first one with a match decides. */
function selectTier(tiers: CompiledTiers, firstEntry: number, netWord: number, place: number): number {
  const { entries, profiles } = tiers;
  const { passing } = profiles;
  let entry = firstEntry;
  let levelStart = entry;
  let lastMatch = entry;
  let count = 0;
  for (; ; entry = entryAfter(entry)) {
    if (beginsCrowd(entries, entry)) {
      const crowd = tiers.crowds.get(crowdOf(entries, entry));
      const tierIndex = selectFromCrowd(tiers, crowd, netWord, place);
      if (tierIndex !== untiered) return tierIndex;
      entry = crowd.last;
    } else {
      levelStart = entry;
      for (; ; entry = entryAfter(entry)) {
        const match = matchOf(profiles, entries, entry, passing, netWord);
        count += match;
        lastMatch += (entry - lastMatch) & (0 - match);
        if (isLastOfLevel(entries, entry)) break;
      }
    }
    // One branch for both ends, since each would be guessed wrongly by itself.
    if ((count | buyerEnd(entries, entry)) !== 0) break;
  }
  if (count > 1) return drawFromLevel(tiers, levelStart, count, netWord, place);
  // Where nothing matched all bits are set, which is untiered.
  return tierIndexOf(entries, lastMatch) | ((count - 1) >> 31);
}

function selectFromCrowd(tiers: CompiledTiers, crowd: Crowd, netWord: number, place: number): number {
  const { work } = tiers.crowds;
  const count = crowd.match(tiers.profiles, netWord, work);
  if (count === 0) return untiered;
  const drawn = count === 1 ? 0 : tiers.draws.index(place, drawPurpose.tier, count);
  return tierIndexOf(tiers.entries, crowd.entryOf(drawn, work));
}

/** Walking the tied tiers a second time is cheaper than keeping them. */
function drawFromLevel(
  { entries, profiles, draws }: CompiledTiers,
  levelStart: number,
  count: number,
  netWord: number,
  place: number,
): number {
  const { passing } = profiles;
  let left = draws.index(place, drawPurpose.tier, count);
  for (let entry = levelStart; ; entry = entryAfter(entry)) {
    left -= matchOf(profiles, entries, entry, passing, netWord);
    if (left < 0) return tierIndexOf(entries, entry);
  }
}

/** 1 where the tier of an entry matches the bid, else 0. `passing` is the index's own, at hand. */
function matchOf(
  profiles: ProfileIndex,
  entries: Entries,
  entry: number,
  passing: Int32Array,
  netWord: number,
): number {
  const match = qualifies(entries, entry, passing, netWord);
  if (!needsAsking(entries, entry)) return match;
  return match === 1 && profiles.othersHold(slotOf(entries, entry)) ? 1 : 0;
}

/** As `selectTier`, for a net price that does not fit a word: slowly, and hardly ever. */
function selectForDearBid({ tiers, [compiled]: own }: TierSet, firstEntry: number, net: number, place: number): number {
  const { entries, profiles, draws } = own;
  const tied: number[] = [];
  for (let entry = firstEntry; ; entry = entryAfter(entry)) {
    const tierIndex = tierIndexOf(entries, entry);
    if (net >= (tiers[tierIndex]!.minPriceMicros ?? 0) && profiles.matches(slotOf(entries, entry)))
      tied.push(tierIndex);
    if (isLastOfLevel(entries, entry) && tied.length > 0) break;
    if (isLastOfBuyer(entries, entry)) return untiered;
  }
  return tied[tied.length === 1 ? 0 : draws.index(place, drawPurpose.tier, tied.length)]!;
}
