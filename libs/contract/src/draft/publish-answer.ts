import { z } from 'zod';
import { Id } from '../value/scalar.ts';
import { ImportAnswer } from '../tier-set/import-answer.ts';

/** The key of a publish's answer. */
export const publishKey = 'draft-publish';

/** A concern that a page asks the user about before a publish; the service does not refuse the publish for it. */
export const PublishQuestion = z.strictObject({
  code: z
    .enum(['stale_verdict', 'new_lint_error', 'scheduled_meanwhile'])
    .describe(
      'Code: `stale_verdict`, no comparison of exactly this content; `new_lint_error`, the live tiers do not have this error; `scheduled_meanwhile`, another draft of the ym-profile is scheduled',
    ),
  message: z.string().describe('What there is to know'),
});
export type PublishQuestion = z.output<typeof PublishQuestion>;

/** The result of a publish, done or, for a scheduled draft, planned. */
export const PublishAnswer = z
  .strictObject({
    draft_id: Id.describe('The draft'),
    state: z.enum(['published', 'scheduled']).describe('State of the draft; in a dry run, the state it would get'),
    publish_at: z.string().nullable().describe('When it will be published, UTC; null: it was published at once'),
    publish_at_local: z.string().nullable().describe("The same time in the member's time zone"),
    timezone: z.string().describe("The member's time zone, IANA"),
    experiment_id: Id.nullable().describe('The hold-back that the publish started; null: none'),
    etag: z
      .string()
      .nullable()
      .describe('The present entity tag of the draft; null: a repeated request whose draft is gone'),
    ...ImportAnswer.shape,
    dry_run: z.boolean().describe('true: nothing was changed, as requested'),
    warnings: z.array(z.string()).describe('What to know about it, as in `dbg_info.warnings`'),
    asks: z.array(PublishQuestion).describe('In a dry run: what to ask the user before publishing'),
  })
  .describe('What the publish did, or will do');
export type PublishAnswer = z.output<typeof PublishAnswer>;
