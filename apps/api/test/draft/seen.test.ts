import type { Draft, DraftMoved, PublishAnswer } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { newColleague } from '../fixture/colleague.ts';
import { createDraft, draftOf, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Answer, type Row, rowsOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const service = useService();
const ann: Send = (...request) => service.send(...request);
let bob: Send;
beforeAll(async () => {
  bob = await newColleague(service, 'bob');
});

const matching = (etag: string, body?: Row) => ({
  headers: { 'if-match': etag },
  ...(body === undefined ? {} : { body }),
});
const act = (send: Send, action: string, { id, etag }: Pick<Draft, 'id' | 'etag'>, body?: Row) =>
  send('POST', `/draft/${action}?id=${id}`, matching(etag, body));
const movedOf = ({ status, response }: Answer): DraftMoved => {
  expect([status, response.error_code]).toEqual([412, 'PRECONDITION_FAILED']);
  return response.dbg_info as unknown as DraftMoved;
};
const livePrice = async (ymProfileId: number) =>
  (await listTiers(ann, `?ym_profile_id=${ymProfileId}`)).map(({ min_price: price }) => price);
const setPrice = (send: Send, draft: Draft, id: number, min_price: string, etag = draft.etag) =>
  send('PUT', `/draft?id=${draft.id}`, matching(etag, withTier(draft, id, { min_price })));

/** A draft of Ann's, in which a tier that costs 2.00 live costs 1.40. */
async function draftAt140() {
  const made = await newYmProfile(ann);
  const draft = await createDraft(ann, made.ymProfile.id);
  return { ...made, draft: draftOf(await setPrice(ann, draft, made.gold.id, '1.40')) };
}

describe('a draft that has moved since it was seen', () => {
  test('is not published: 412 with the difference, who made it and when, and nothing is live', async () => {
    const { ymProfile, gold, draft } = await draftAt140();
    const saved = draftOf(await setPrice(bob, draft, gold.id, '1.90'));
    const refused = await act(ann, 'publish', draft);
    const { difference, changed_by: user, changed_at: time, etag } = movedOf(refused);
    expect(difference).toEqual({
      summary: [`tier ${gold.id} Gold: min_price 1.400000 -> 1.900000`],
      created: [],
      updated: [
        {
          service: 'ym-auction-tier',
          id: gold.id,
          name: 'Gold',
          changes: [{ field: 'min_price', before: '1.400000', after: '1.900000' }],
        },
      ],
      deleted: [],
    });
    expect([user, time, etag]).toEqual(['bob', saved.last_modified, saved.etag]);
    expect(await livePrice(ymProfile.id)).toEqual(['2.000000', '1.000000']);
    expect(await readDraft(ann, draft.id)).toEqual(saved);
    expectOk(await act(ann, 'publish', { ...draft, etag: etag }));
    expect(await livePrice(ymProfile.id)).toEqual(['1.900000', '1.000000']);
  });

  test.for(['approve', 'rebase', 'publish'])('takes no %s, and stays as it is', async (action) => {
    const { gold, draft } = await draftAt140();
    const saved = draftOf(await setPrice(ann, draft, gold.id, '9.99'));
    const body = action === 'publish' ? { at: '2099-12-01 06:00:00' } : undefined;
    const moved = movedOf(await act(bob, action, draft, body));
    expect(moved.difference?.summary).toEqual([`tier ${gold.id} Gold: min_price 1.400000 -> 9.990000`]);
    expect(moved.changed_by).toBe('demo-seller-1');
    expect(await readDraft(ann, draft.id)).toEqual(saved);
  });

  test('takes one of two changes that were made from the same state', async () => {
    const { gold, silver, draft } = await draftAt140();
    const answers = await Promise.all([setPrice(ann, draft, gold.id, '1.50'), setPrice(bob, draft, silver.id, '1.10')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const second = await setPrice(bob, draft, gold.id, '1.60');
    expect(movedOf(second).difference?.updated).toHaveLength(1);
  });

  test('is not unscheduled and not deleted', async () => {
    const { draft } = await draftAt140();
    expectOk(await act(ann, 'publish', draft, { at: '2099-12-01 06:00:00' }));
    const moved = movedOf(await act(bob, 'unschedule', draft));
    expect(moved.difference?.summary).toEqual([]);
    expect(moved.attributes).toContainEqual({ field: 'state', before: 'open', after: 'scheduled' });
    expect((await ann('DELETE', `/draft?id=${draft.id}`, matching(draft.etag))).status).toBe(412);
    expectOk(await act(bob, 'unschedule', await readDraft(bob, draft.id)));
  });

  test('has the difference of all that came, went and changed, also of several steps', async () => {
    const { gold, silver, draft } = await draftAt140();
    const other = { name: 'New', min_price: '0.10' };
    await updateDraft(ann, draft.id, { tier_set: { tiers: [...draft.tier_set.tiers, other] } });
    await updateDraft(bob, draft.id, {
      tier_set: {
        tiers: [{ ...draft.tier_set.tiers[0], priority: 9 }, { ...other, min_price: '0.20' }, { name: 'Newer' }],
      },
    });
    expect(movedOf(await act(ann, 'publish', draft)).difference).toMatchObject({
      created: [
        { id: null, name: 'New' },
        { id: null, name: 'Newer' },
      ],
      updated: [{ id: gold.id, changes: [{ field: 'priority' }] }],
      deleted: [{ id: silver.id }],
    });
  });

  test('of several parts, of which some came and went, has the difference of its entries', async () => {
    const { ymProfile } = await newYmProfile(ann);
    const tiers = Array.from({ length: 300 }, (_, at) => ({ name: `Tier ${at}` }));
    expectOk(await ann('POST', `/ym-profile/import?id=${ymProfile.id}`, { body: { tiers } }));
    const draft = await createDraft(ann, ymProfile.id);
    const [few, more] = [draft.tier_set.tiers.slice(0, 100), [...draft.tier_set.tiers, { name: 'New' }]];
    const states = [draft];
    for (const next of [few, more, draft.tier_set.tiers])
      states.push(await updateDraft(ann, draft.id, { tier_set: { tiers: next } }));
    const counts = [];
    for (const { etag } of states.slice(1, 3)) {
      const { difference } = movedOf(await act(ann, 'publish', { ...draft, etag }));
      counts.push([difference?.created.length, difference?.deleted.length]);
    }
    expect(counts).toEqual([
      [200, 0],
      [0, 1],
    ]);
  });

  test('of another history, or with a tag that it never had, names who and when without a difference', async () => {
    const { draft } = await draftAt140();
    const etag = `"${'x'.repeat(22)}.${'y'.repeat(8)}"`;
    expectOk(await bob('POST', `/draft/approve?id=${draft.id}`));
    const present = await readDraft(ann, draft.id);
    for (const unknown of [etag, '"of an earlier version"']) {
      const moved = movedOf(await act(ann, 'publish', { ...draft, etag: unknown }));
      expect(moved).not.toHaveProperty('difference');
      expect(moved).toMatchObject({ changed_by: 'bob', changed_at: present.last_modified, etag: present.etag });
    }
  });

  test('whose earlier changes are trimmed names who and when without a difference', async () => {
    const { gold, draft } = await draftAt140();
    await setPrice(bob, draft, gold.id, '1.90');
    const partition = 1 % service.opened.store.partitions;
    await service.opened.store.trimChanges(partition, { beforeMs: Date.now() + 60_000, keptNewest: 1, most: 100_000 });
    const moved = movedOf(await act(ann, 'publish', draft));
    expect(moved).not.toHaveProperty('difference');
    expect(moved.changed_by).toBe('bob');
  });

  test('is refused over tRPC with the same details', async () => {
    const { gold, draft } = await draftAt140();
    const trpc = createClient(service.url, service.people.seller1.api_key);
    await setPrice(bob, draft, gold.id, '1.90');
    const refused = trpc.draft.publish.mutate({ id: draft.id, if_match: draft.etag });
    await expect(refused).rejects.toMatchObject({
      data: { httpStatus: 412, changed_by: 'bob', difference: { updated: [{ id: gold.id }] } },
    });
  });
});

describe('the entity tag of a draft', () => {
  test('is answered by every operation that gives the draft, as header and in it', async () => {
    const { gold, draft } = await draftAt140();
    const list = (await ann('GET', `/draft?ym_profile_id=${draft.ym_profile_id}`)).response['drafts'] as Draft[];
    expect(list).toEqual([draft]);
    const answers = [
      await ann('GET', `/draft?id=${draft.id}`),
      await setPrice(ann, draft, gold.id, '1.50'),
      await bob('POST', `/draft/approve?id=${draft.id}`),
      await ann('POST', `/draft/rebase?id=${draft.id}`),
    ];
    for (const answer of answers) expect(answer.headers.get('etag')).toBe(draftOf(answer).etag);
    const scheduled = expectOk(
      await ann('POST', `/draft/publish?id=${draft.id}`, { body: { at: '2099-12-01 06:00:00' } }),
    );
    const { etag } = scheduled.response['draft-publish'] as PublishAnswer;
    expect((await readDraft(ann, draft.id)).etag).toBe(etag);
    const open = await act(ann, 'unschedule', { ...draft, etag: String(etag) });
    expect(open.headers.get('etag')).toBe((await readDraft(ann, draft.id)).etag);
  });

  test('stays valid in If-Match while a comparison is started, although the draft is another one to a reader', async () => {
    const { draft } = await draftAt140();
    const log = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
    expectOk(
      await ann('POST', '/simulation', { body: { ym_profile_id: draft.ym_profile_id, draft_id: draft.id, log } }),
    );
    const unread = await ann('GET', `/draft?id=${draft.id}`, { headers: { 'if-none-match': draft.etag } });
    expect([unread.status, draftOf(unread).simulation_id]).toEqual([200, expect.any(Number)]);
    expectOk(await act(ann, 'publish', draft));
  });

  test('that was just read publishes the draft, whatever was done with it before by one or two users', async () => {
    const step = fc.constantFrom('price', 'name', 'new tier', 'approve', 'rebase', 'schedule and unschedule');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 6 }), async (steps) => {
        const { gold, draft } = await draftAt140();
        const tags = new Set([draft.etag]);
        for (const [at, [name, isBob]] of steps.entries()) {
          const send = isBob ? bob : ann;
          const { tier_set: set } = await readDraft(send, draft.id);
          if (name === 'price') await setPrice(send, await readDraft(send, draft.id), gold.id, `${at + 3}.00`);
          else if (name === 'name') await updateDraft(send, draft.id, { name: `Name ${at}` });
          else if (name === 'new tier') {
            await updateDraft(send, draft.id, { tier_set: { ...set, tiers: [...set.tiers, { name: `New ${at}` }] } });
          } else if (name === 'schedule and unschedule') {
            expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at: '2099-12-01 06:00:00' } }));
            tags.add((await readDraft(send, draft.id)).etag);
            expectOk(await send('POST', `/draft/unschedule?id=${draft.id}`));
          } else await send('POST', `/draft/${name}?id=${draft.id}`);
          tags.add((await readDraft(send, draft.id)).etag);
        }
        const { etag } = await readDraft(ann, draft.id);
        for (const old of tags) {
          const isPresent = old.slice(0, 23) === etag.slice(0, 23);
          if (!isPresent)
            expect(movedOf(await act(ann, 'publish', { ...draft, etag: old }))).toHaveProperty('difference');
        }
        expectOk(await act(ann, 'publish', { ...draft, etag }));
      }),
      { numRuns: 12 },
    );
  });
});

test('an approval names what was approved, and holds for that alone', async () => {
  const { gold, draft } = await draftAt140();
  const approved = draftOf(await act(bob, 'approve', draft));
  expect(approved).toMatchObject({ approved_by: 'bob', approved_etag: draft.etag });
  const changed = draftOf(await setPrice(ann, approved, gold.id, '9.99'));
  expect(changed).toMatchObject({ approved_by: null, approved_etag: null });
  const log = rowsOf(
    await ann('GET', `/change-log?service=draft&resource_id=${draft.id}&num_elements=2`),
    'change-logs',
  );
  expect(log[1]?.after).toMatchObject({ approved_by: 'bob', approved_etag: draft.etag });
});
