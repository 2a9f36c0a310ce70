import { z } from 'zod';

/** Which tier set a report is about. */
export const TierSetSection = z.strictObject({
  ym_profile_id: z.int().min(1),
  name: z.string(),
  revision: z.string(),
  tiers: z.int().min(0),
  file: z.string().nullable().describe('As it was named; null: the tiers are of no file.'),
  sha256: z.string().nullable().describe('Of the file, byte for byte; null: the tiers are of no file.'),
});
export type TierSetSection = z.output<typeof TierSetSection>;
