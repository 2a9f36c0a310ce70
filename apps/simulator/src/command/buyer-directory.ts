import type { BuyerNames } from '@auction-tiers/contract/tier-set';
import { buyerNamesIn } from '@auction-tiers/contract/tier-set';
import type { DirectoryTarget } from '../api/api-target.ts';
import { fetchBuyers } from '../api/read-api.ts';
import type { ParsedTierSet } from '../tier-set/parsed-tier-set.ts';
import { hasBuyersByName } from '../tier-set/parsed-tier-set.ts';
import type { GivenLog } from './given-log.ts';

/**
 * The directory in which the buyers of tier set files are looked up: the one of `--buyers-from`, else the directory of
 * the API that the command reads, which is asked only if a file names a buyer without its id. undefined: there is none,
 * or none is needed. Throws a `Failure` when the API does not give it.
 */
export async function findBuyerDirectory(
  files: readonly ParsedTierSet[],
  { buyers }: Pick<GivenLog, 'buyers'>,
  api: DirectoryTarget | undefined,
): Promise<BuyerNames | undefined> {
  const isAsked = buyers === undefined && api !== undefined && files.some(hasBuyersByName);
  const found = isAsked ? await fetchBuyers(api) : buyers;
  return found === undefined ? undefined : buyerNamesIn([{ tiers: [{ buyer_members: found }] }]);
}
