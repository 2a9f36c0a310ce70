const wholeShare = 2 ** 32;
/** FNV-1a over UTF-16 units. */
const [hashStart, hashPrime] = [0x81_1c_9d_c5, 0x01_00_01_93];

/**
 * Whether a share, from 0 to 1, of the auctions includes those of a seed: by a hash that no draw is made from, and equal in
 * all processes. A larger share includes what a smaller one does.
 */
export function isChosen(seed: string, share: number): boolean {
  if (share >= 1 || share <= 0) return share >= 1;
  let hash = hashStart;
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), hashPrime);
  // The last step of MurmurHash3: similar seeds, such as numbers, get hashes all over the range.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0 < share * wholeShare;
}

/** Auctions that were recorded at a share. */
export interface RecordedAt {
  readonly auctions: number;
  readonly share: number;
}

/**
 * The share at which recorded auctions weigh alike: of auctions that were recorded at this share or a larger one, the
 * part that this share includes is used; auctions of smaller shares are not. Of all shares, the one at which most
 * auctions are used. 1 where there are none.
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

/** Whether a fair share uses a recorded auction. One whose share is not known is used. */
export const isUsed = (
  { seed, share }: { readonly seed: string; readonly share: number | null },
  fair: number,
): boolean => share === null || (share >= fair && isChosen(seed, fair));
