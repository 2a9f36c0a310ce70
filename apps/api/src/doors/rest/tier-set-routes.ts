import { bareFile, exportKey, type ImportAnswer, type Tagged, type TierSetFile } from '@auction-tiers/contract';
import { maxBytesOf, readJson } from '../http/body.ts';
import type { Calls } from './call.ts';
import { callProcedure } from './call-procedure.ts';
import { readIdempotencyKey, readIfMatch } from '../http/condition-header.ts';
import { inBody } from './in-body.ts';
import { readFlag, readId, readWhole, requireKnown } from './query.ts';

const importKey = 'ym-profile-import';

/** The calls that are about all tiers of a ym-profile, by their paths. */
export const tierSetCalls: Readonly<Record<string, Calls>> = {
  '/ym-profile/export': {
    GET: {
      kind: 'read',
      act: async ({ router, query, context, exchange }) => {
        requireKnown(query, ['id', 'member_id']);
        const input = { id: readId(query), member_id: readWhole(query, 'member_id') };
        const tagged = await callProcedure<Tagged<TierSetFile>>(
          router,
          'query',
          'ymProfile.exportTagged',
          input,
          context,
        );
        if (exchange.isKnown(tagged.etag)) return;
        exchange.ok(exportKey, { count: 1, start_element: 0, num_elements: 100, [exportKey]: tagged.item });
      },
    },
  },
  '/ym-profile/import': {
    POST: {
      kind: 'write',
      act: async ({ router, request, query, context, exchange }) => {
        requireKnown(query, ['id', 'dry_run', 'member_id']);
        const input = {
          id: readId(query),
          dry_run: readFlag(query, 'dry_run'),
          member_id: readWhole(query, 'member_id'),
          if_match: readIfMatch(request.headers),
        };
        const named = { ...context, idempotencyKey: readIdempotencyKey(request.headers) };
        const file = bareFile(await readJson(request, maxBytesOf.tierSet));
        const answer = await callProcedure<ImportAnswer>(
          router,
          'mutation',
          'ymProfile.import',
          { ...input, file },
          named,
        ).catch(inBody('file'));
        exchange.ok(importKey, { count: 1, id: input.id, [importKey]: answer });
      },
    },
  },
};
