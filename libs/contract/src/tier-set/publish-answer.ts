import { z } from 'zod';
import { Id } from '../value/scalar.ts';
import { ImportAnswer } from './import-answer.ts';

/** The key of what publishing a draft answers. */
export const publishKey = 'draft-publish';

/** What publishing a draft did, or of a draft for which a time was set, would do now. */
export const PublishAnswer = z
  .strictObject({
    draft_id: Id.describe('The draft'),
    state: z.enum(['published', 'scheduled']).describe('What became of it'),
    publish_at: z.string().nullable().describe('When it is to be published, UTC; null: it was published at once'),
    ...ImportAnswer.shape,
    dry_run: z.boolean().describe('true: nothing was changed yet'),
  })
  .describe('What the publishing did, or will do');
export type PublishAnswer = z.output<typeof PublishAnswer>;
