import { tracked } from '@trpc/server';
import { z } from 'zod';
import { ListInput, type Page } from '../query/list-input.ts';
import { metaOf } from '../resource/meta.ts';
import { type ChangeLogEntry, changeLogResource } from '../resources/change-log.ts';
import type { Call } from '../caller/caller.ts';
import { router, scoped } from './procedure.ts';

export interface ChangeLogHandlers {
  list(call: Call, input: ListInput): Promise<Page<ChangeLogEntry>>;
  /** Every change after the given revision (none: from now on), until the signal. */
  follow(call: Call, after: string | undefined, signal: AbortSignal): AsyncIterable<ChangeLogEntry>;
}

export const changeLogRouter = (handlers: ChangeLogHandlers) =>
  router({
    list: scoped('read')
      .input(ListInput.optional())
      .query(({ ctx, input }) => handlers.list(ctx, input ?? {})),
    meta: scoped('read').query(() => metaOf(changeLogResource)),
    follow: scoped('read')
      .input(z.strictObject({ lastEventId: z.string().nullish() }).optional())
      .subscription(async function* ({ ctx, input, signal }) {
        const after = input?.lastEventId ?? undefined;
        for await (const entry of handlers.follow(ctx, after, signal ?? new AbortController().signal)) {
          yield tracked(entry.revision, entry);
        }
      }),
  });
