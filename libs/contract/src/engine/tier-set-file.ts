import { lint } from '@auction-tiers/tier-engine/lint';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { z } from 'zod';
import { type Plain, withInitials } from '../resource/object.ts';
import type { Resource } from '../resource/resource.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { currency } from '../value/currency.ts';
import { percent } from '../value/price.ts';
import { timezone } from '../value/timezone.ts';
import { toEngineProfile, toEngineTier } from './to-engine.ts';

/** An object of a file. An attribute defined after the export is missing in it and gets its initial value. */
const row = <Output extends z.ZodType>(resource: Pick<Resource, 'fields'> & { readonly Output: Output }) =>
  z.preprocess((value) => (isPlain(value) ? withInitials(resource, value) : value), resource.Output);

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The seller's fee in a file, per cent; an import never sets it. Replays and comparisons take it where neither bid nor
 * auction names one. A file that was written by hand may lack it.
 */
export const sellerFee = () =>
  percent().optional().describe("The seller's fee, per cent, of the bids and auctions that name none");

/** The time zone of the seller's days in a file; an import never sets it. A file that was written by hand may lack it. */
export const sellerTimezone = () => timezone().optional().describe("Time zone of the seller's days, IANA");

/** The currency of the seller's prices in a file; an import never sets it. Older and handwritten files may lack it. */
export const sellerCurrency = () => currency().optional().describe("Currency of the seller's prices, ISO 4217");

/** A `*.tiers.json` file: everything that one ym-profile needs. */
export const TierSetFile = z.strictObject({
  ym_profile: row(ymProfileResource),
  revenue_share_pct: sellerFee(),
  timezone: sellerTimezone(),
  currency: sellerCurrency(),
  tiers: z.array(row(tierResource)),
  profiles: z.array(row(profileResource)),
  revision: z.string(),
});
export type TierSetFile = z.output<typeof TierSetFile>;

/** A tier set file as the engine compiles it. */
export function toTierSetSource(file: TierSetFile): TierSetSource {
  return {
    ymProfileId: file.ym_profile.id,
    revision: file.revision,
    tiers: file.tiers.map(toEngineTier),
    profiles: file.profiles.map(toEngineProfile),
  };
}

/** The lint findings of a tier set file, as answers show them. */
export const findingsOfFile = (file: TierSetFile) =>
  lint(toTierSetSource(file)).map(({ tierIds, ...finding }) => ({ ...finding, tier_ids: [...tierIds] }));
