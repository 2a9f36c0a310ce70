import { z } from 'zod';
import type { TierSetFile } from '../engine/tier-set-file.ts';
import { IdInput } from '../query/list-input.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import type { ImportAnswer } from '../tier-set/import-answer.ts';
import { TierSetDraft } from '../tier-set/draft.ts';
import type { Call } from '../caller/caller.ts';
import { mergeRouters, router, scoped } from './procedure.ts';
import { IfMatch, type Tagged, type WriteHandlers, writeRouter } from './resource-router.ts';

export const ImportInput = IdInput.extend({
  file: TierSetDraft,
  /** Answers what would be done, and does nothing. */
  dry_run: z.boolean().optional(),
  /** States of the ym-profile's tier set, in one of which it must be. */
  if_match: IfMatch.optional(),
});
export type ImportInput = z.output<typeof ImportInput>;

type Resource = typeof ymProfileResource;

export interface YmProfileHandlers
  extends WriteHandlers<z.output<Resource['Output']>, z.output<Resource['Create']>, z.output<Resource['Update']>> {
  /** Everything that the ym-profile needs, and the entity tag of it, to be sent back as `if_match`. */
  exportTagged(call: Call, input: IdInput): Promise<Tagged<TierSetFile>>;
  /** Replaces the ym-profile's tiers and the profiles that they use by those of a file: all of it or nothing. */
  import(call: Call, input: ImportInput): Promise<ImportAnswer>;
}

export const ymProfileRouter = (handlers: YmProfileHandlers) =>
  mergeRouters(
    writeRouter(ymProfileResource, handlers),
    router({
      export: scoped('read')
        .input(IdInput)
        .query(async ({ ctx, input }) => (await handlers.exportTagged(ctx, input)).item),
      exportTagged: scoped('read')
        .input(IdInput)
        .query(({ ctx, input }) => handlers.exportTagged(ctx, input)),
      import: scoped('write')
        .input(ImportInput)
        .mutation(({ ctx, input }) => handlers.import(ctx, input)),
    }),
  );
