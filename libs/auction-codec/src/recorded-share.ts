import { hashText } from '@auction-tiers/chance';

const wholeShare = 2 ** 32;

/**
 * Whether an auction with this seed is in a share, from 0 to 1, of all auctions. The choice is a hash of the seed that
 * no draw uses and is the same in all processes. A larger share includes every auction of a smaller one.
 */
export function isChosen(seed: string, share: number): boolean {
  if (share >= 1 || share <= 0) return share >= 1;
  return hashText(seed) < share * wholeShare;
}

/** The number of auctions that were recorded at one share. */
export interface RecordedAt {
  readonly auctions: number;
  readonly share: number;
}

/**
 * The share at which all recorded auctions count with equal weight: auctions recorded at this share or a larger one are
 * used if they are in this share; auctions of smaller shares are not used. Among the recorded shares, returns the one
 * that uses the most auctions; 1 if there are none.
 */
export function fairShare(recorded: readonly RecordedAt[]): number {
  const used = (share: number) =>
    recorded.reduce((sum, one) => sum + (one.share < share ? 0 : (one.auctions / one.share) * share), 0);
  let best = { share: 1, used: 0 };
  for (const share of new Set(recorded.map((one) => one.share))) {
    const found = { share, used: used(share) };
    if (found.used > best.used || (found.used === best.used && share < best.share)) best = found;
  }
  return best.share;
}

/** Whether a recorded auction is used at the fair share. An auction of unknown share is used. */
export const isUsed = (
  { seed, share }: { readonly seed: string; readonly share: number | null },
  fair: number,
): boolean => share === null || (share >= fair && isChosen(seed, fair));
