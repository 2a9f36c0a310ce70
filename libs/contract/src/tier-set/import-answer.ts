import { z } from 'zod';
import { Id } from '../value/scalar.ts';

const service = z.enum(['ym-auction-tier', 'profile']);
const object = { service, id: Id, name: z.string().nullable() };

/** An object that an import creates. */
const Created = z.strictObject({
  ...object,
  /** Its place in the file's list, from 0, and the id that it has there, if any. */
  place: z.int().min(0),
  file_id: Id.nullable(),
});

const Changed = z.strictObject({
  ...object,
  changes: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});

/** A problem of a legal tier set, as lint finds it. */
export const TierSetFinding = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  tier_ids: z.array(Id),
  message: z.string(),
  advice: z.string(),
});
export type TierSetFinding = z.output<typeof TierSetFinding>;

/** What an import did, or would do. */
export const ImportAnswer = z.strictObject({
  dry_run: z.boolean(),
  ym_profile_id: Id,
  /** After the import; of a dry run the present one. */
  revision: z.string(),
  /** Of a dry run, an id is that of the file, or one above all others: findings go by it. */
  created: z.array(Created),
  updated: z.array(Changed),
  deleted: z.array(z.strictObject(object)),
  unchanged: z.strictObject({ tiers: z.int().min(0), profiles: z.int().min(0) }),
  findings: z.array(TierSetFinding),
});
export type ImportAnswer = z.output<typeof ImportAnswer>;
