import { z } from 'zod';
import { Id } from '../value/scalar.ts';
import { TierSetDifference, TierSetObject } from './difference.ts';

/** The key of an import's answer. */
export const importKey = 'ym-profile-import';

/** The keys of answers in the same form: a difference between two tier sets, a restore, and an undo of a step. */
export const diffKey = 'ym-profile-diff';
export const restoreKey = 'ym-profile-restore';
export const undoKey = 'ym-profile-undo';

/** An object that an import creates. */
const Created = TierSetObject.extend({
  place: z.int().min(0).describe("Its index in the file's list, from 0"),
  file_id: Id.nullable().describe('The id that it has in the file, if any'),
}).meta({ id: 'CreatedObject' });

/** A lint finding in a valid tier set. */
export const TierSetFinding = z
  .strictObject({
    code: z.string().describe('Kind of the finding'),
    severity: z.enum(['error', 'warning', 'info']).describe('Severity of the finding'),
    tier_ids: z.array(Id).describe('The tiers concerned'),
    message: z.string().describe('What was found'),
    advice: z.string().describe('What can be done about it'),
  })
  .meta({ id: 'TierSetFinding' });
export type TierSetFinding = z.output<typeof TierSetFinding>;

/** The changes of an import, done or planned. */
export const ImportAnswer = z
  .strictObject({
    dry_run: z.boolean().describe('true: nothing was changed'),
    ym_profile_id: Id.describe('The ym-profile whose tiers were replaced'),
    revision: z.string().describe('The revision after the import; in a dry run the present one'),
    ...TierSetDifference.shape,
    created: z
      .array(Created)
      .describe('The objects that were created. Of a dry run, an id is that of the file, or one above all others'),
    findings: z.array(TierSetFinding).describe('What lint finds in the tiers: legal, but probably not meant'),
  })
  .describe('What the import did, or would do');
export type ImportAnswer = z.output<typeof ImportAnswer>;

/** The changes of a restore or an undo, or of the draft that would make them. */
export const BackAnswer = ImportAnswer.extend({
  draft_id: Id.nullable().describe('The draft that was made of it, with `as_draft`; null: none, it was done live'),
}).describe('What going back did, or would do');
export type BackAnswer = z.output<typeof BackAnswer>;
