import { describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Answer, type Row, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { createClient } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;

const include = { member_action: 'include', min_price: '1.00', buyer_members: [{ id: 101 }] };
const newYmProfile = async () => (await createYmProfile(send)).id;
const warningsOf = ({ response }: Answer) => response.dbg_info.warnings;

const only = (tag: string) => ({ headers: { 'if-match': tag } });
const named = (name: string) => ({ headers: { 'idempotency-key': name } });

/** A ym-profile of two tiers, of which the first is targeted. */
async function newTierSet() {
  const id = await newYmProfile();
  const profile = await createProfile(send, { name: 'P', dma_action: 'include', dma_targets: [{ dma: 501 }] });
  const first = await createTier(send, { ...include, name: 'First', ym_profile_id: id, profile_id: profile.id });
  const second = await createTier(send, { ...include, name: 'Second', ym_profile_id: id });
  return { id, profile, first, second };
}

describe('an import', () => {
  test('updates what has the id, creates the rest and deletes what the file lacks', async () => {
    const { id, profile, first, second } = await newTierSet();
    const answer = importAnswer(
      await sendFile(send, id, {
        tiers: [
          { ...second, priority: 8 },
          { ...include, name: 'Third', id: 777_777 },
          { ...include, name: 'Fourth' },
        ],
      }),
    );
    const tiers = await listTiers(send, `?ym_profile_id=${id}`);
    expect(tiers.map(({ id: tier, name, priority }) => [tier, name, priority])).toEqual([
      [second.id, 'Second', 8],
      [answer.created[0]?.id, 'Third', 5],
      [answer.created[1]?.id, 'Fourth', 5],
    ]);
    expect(answer).toMatchObject({
      dry_run: false,
      ym_profile_id: id,
      summary: [
        `removes tier ${first.id} First`,
        `tier ${second.id} Second: priority 5 -> 8`,
        `adds tier ${answer.created[0]?.id} Third`,
        `adds tier ${answer.created[1]?.id} Fourth`,
        `removes profile ${profile.id} P`,
      ],
      created: [
        { service: 'ym-auction-tier', name: 'Third', place: 1, file_id: 777_777 },
        { service: 'ym-auction-tier', name: 'Fourth', place: 2, file_id: null },
      ],
      updated: [
        {
          service: 'ym-auction-tier',
          id: second.id,
          name: 'Second',
          changes: [{ field: 'priority', before: 5, after: 8 }],
        },
      ],
      deleted: [
        { service: 'ym-auction-tier', id: first.id, name: 'First' },
        { service: 'profile', id: profile.id, name: 'P' },
      ],
      unchanged: { tiers: 0, profiles: 0 },
    });
    expect((await send('GET', `/profile?id=${profile.id}`)).status).toBe(404);
    expect(answer.revision).toBe((await exportOf(send, id)).revision);
  });

  test('lets two tiers exchange their codes, and a new one take the code of one that goes', async () => {
    const { id } = await createYmProfile(send);
    const made = ['x', 'y', 'z'].map((code) =>
      createTier(send, { ...include, ym_profile_id: id, code: `${id}-${code}` }),
    );
    const [x, y, z] = await Promise.all(made);
    importAnswer(
      await sendFile(send, id, {
        tiers: [
          { ...x, code: y?.code },
          { ...y, code: x?.code },
          { ...include, name: 'New', code: z?.code },
        ],
      }),
    );
    const tiers = await listTiers(send, `?ym_profile_id=${id}`);
    expect(tiers.map(({ code }) => code)).toEqual([y?.code, x?.code, z?.code]);
    const taken = await send('POST', '/ym-auction-tier', {
      body: { ...include, name: 'T', ym_profile_id: id, code: x?.code },
    });
    expect([taken.status, taken.response.error]).toEqual([409, expect.stringContaining(`ym-auction-tier ${y?.id} `)]);
  });

  test('leaves alone a profile that another ym-profile uses, and refuses to change it', async () => {
    const { id, profile, first, second } = await newTierSet();
    const { id: other } = await createYmProfile(send);
    await createTier(send, { ...include, ym_profile_id: other, profile_id: profile.id });
    const file = await exportOf(send, id);
    const changed = { ...file, profiles: [{ ...profile, dma_targets: [{ dma: 803 }] }] };
    const refused = await sendFile(send, id, changed);
    expect([refused.status, refused.response.error_id]).toEqual([409, 'INTEGRITY']);
    expect(refused.response.dbg_info.issues).toEqual([
      { path: 'profiles.0', message: expect.stringContaining(`ym-profile ${other} `) as string },
    ]);
    const without = importAnswer(await sendFile(send, id, { tiers: [second] }));
    expect(without.deleted.map(({ id: gone }) => gone)).toEqual([first.id]);
    expect((await send('GET', `/profile?id=${profile.id}`)).status).toBe(200);
    const copied = importAnswer(
      await sendFile(send, id, {
        ...changed,
        profiles: [{ ...changed.profiles[0], id: 900_001 }],
        tiers: [{ ...first, profile_id: 900_001 }],
      }),
    );
    expect(copied.created).toMatchObject([{ service: 'profile', file_id: 900_001 }, { service: 'ym-auction-tier' }]);
  });

  test('shows every object once in the change log, under its request', async () => {
    const { id, first } = await newTierSet();
    const headers = { 'x-request-id': `import-${id}` };
    const answer = await sendFile(
      send,
      id,
      {
        tiers: [
          { ...first, profile_id: null },
          { ...include, name: 'New' },
        ],
      },
      '',
      { headers },
    );
    const { created } = importAnswer(answer);
    const log = rowsOf(await send('GET', `/change-log?request_id=import-${id}`), 'change-logs');
    expect(log.map(({ operation, service: of, resource_id: one }) => [operation, of, one]).toReversed()).toEqual([
      ['update', 'ym-auction-tier', first.id],
      ['create', 'ym-auction-tier', created[0]?.id],
      ['delete', 'ym-auction-tier', expect.any(Number)],
      ['delete', 'profile', expect.any(Number)],
    ]);
    expect(log[0]?.revision).toBe(importAnswer(answer).revision);
  });

  test('decides the next auction', async () => {
    const { id, second } = await newTierSet();
    const body = { ym_profile_id: id, bids: [{ id: 'b', member_id: 101, price: 9 }] };
    importAnswer(await sendFile(send, id, { tiers: [{ ...second, member_action: 'exclude', min_price: null }] }));
    expect(expectOk(await send('POST', '/auction', { body })).response['auction']).toMatchObject({
      winner: null,
      bids: [{ outcome: 'excluded', tier_id: second.id }],
    });
  });

  test('takes the answer of an export as it is, its file in its key, and the bare file', async () => {
    const { id } = await newTierSet();
    const { json } = await send('GET', `/ym-profile/export?id=${id}`);
    const file = await exportOf(send, id);
    for (const body of [json, { 'ym-profile-export': file }, file]) {
      const answer = await sendFile(send, id, body);
      expect(importAnswer(answer)).toMatchObject({
        created: [],
        updated: [],
        deleted: [],
        unchanged: { tiers: 2, profiles: 1 },
      });
      expect(warningsOf(answer)).toEqual([]);
    }
  });

  test('finds what is legal and probably not meant', async () => {
    const { id } = await createYmProfile(send);
    const tiers = [
      { ...include, name: 'A', id: 41 },
      { ...include, name: 'B', id: 42 },
      { name: 'Unknown Buyer', id: 43 },
    ];
    const dryRun = importAnswer(await sendFile(send, id, { tiers }, '&dry_run=true'));
    expect(dryRun.findings.map(({ code, tier_ids: ids }) => [code, ids])).toEqual([
      ['no_buyers', [43]],
      ['equal_priority_overlap', [41, 42]],
    ]);
    const real = importAnswer(await sendFile(send, id, { tiers }));
    expect(real.findings.map(({ tier_ids: ids }) => ids)).toEqual([
      [real.created[2]?.id],
      [real.created[0]?.id, real.created[1]?.id],
    ]);
  });
});

describe('an import warns', () => {
  test('what of the file was passed over', async () => {
    const { id, profile } = await newTierSet();
    const file = await exportOf(send, id);
    const own = { ...file.ym_profile, name: 'Renamed' };
    const answer = await sendFile(send, id, {
      ...file,
      ym_profile: own,
      profiles: [profile, { id: 900_002, name: 'Unused' }],
    });
    expect(importAnswer(answer).created).toEqual([]);
    expect(warningsOf(answer)).toEqual([
      'profiles.1 is used by no tier of the file and was ignored',
      'ym_profile.name differs from what is stored and was not changed; PUT /ym-profile changes it',
    ]);
  });

  test('that the file is older than the tier set it replaces, but not of changes of another ym-profile', async () => {
    const { id, second } = await newTierSet();
    const file = await exportOf(send, id);
    expect(warningsOf(await sendFile(send, id, file, '&dry_run=true'))).toEqual([]);
    expectOk(await send('PUT', `/ym-auction-tier?id=${second.id}`, { body: { priority: 2 } }));
    const [warning] = warningsOf(await sendFile(send, id, file, '&dry_run=true'));
    expect(warning).toContain(file.revision);
  });

  test('with If-Match, when the tier set has changed since', async () => {
    const { id, second } = await newTierSet();
    const { headers, json } = await send('GET', `/ym-profile/export?id=${id}`);
    const etag = String(headers.get('etag'));
    const seen = await send('GET', `/ym-profile/export?id=${id}`, { headers: { 'if-none-match': etag } });
    expect(seen.status).toBe(304);
    importAnswer(await sendFile(send, id, json, '', only(etag)));
    expectOk(await send('PUT', `/ym-auction-tier?id=${second.id}`, { body: { priority: 2 } }));
    const refused = await sendFile(send, id, json, '', only(etag));
    expect([refused.status, refused.response.error_code]).toEqual([412, 'PRECONDITION_FAILED']);
    importAnswer(await sendFile(send, id, json, '', only('*')));
  });
});

describe('an import that is sent again under its Idempotency-Key', () => {
  test('gives the first answer and does nothing, whatever has been done since', async () => {
    const id = await newYmProfile();
    const file = { tiers: [{ ...include, name: 'Once' }] };
    const first = importAnswer(await sendFile(send, id, file, '', named(`i-${id}`)));
    importAnswer(await sendFile(send, id, { tiers: [] }));
    const again = await sendFile(send, id, file, '', named(`i-${id}`));
    expect(importAnswer(again)).toEqual(first);
    expect(warningsOf(again).join()).toContain('Idempotency-Key');
    expect((await exportOf(send, id)).tiers).toEqual([]);
  });

  test('is refused when it asks for something else, or was a create', async () => {
    const id = await newYmProfile();
    importAnswer(await sendFile(send, id, { tiers: [] }, '', named(`j-${id}`)));
    const other = await sendFile(send, id, { tiers: [{ ...include, name: 'T' }] }, '', named(`j-${id}`));
    expect([other.status, other.response.error_code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const create = await send('POST', '/ym-profile', { body: { name: 'Y' }, ...named(`j-${id}`) });
    expect([create.status, create.response.error_code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('is done once, however many are sent at once', async () => {
    const id = await newYmProfile();
    const file: Row = { tiers: [{ ...include, name: 'Once' }] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendFile(send, id, file, '', named(`k-${id}`))));
    expect(new Set(answers.map((answer) => JSON.stringify(importAnswer(answer)))).size).toBe(1);
  });
});

test('imports of one ym-profile at once are done one after the other, each whole', async () => {
  const id = await newYmProfile();
  const files = [2, 3, 4].map((count) => Array.from({ length: count }, () => ({ ...include, name: `Of ${count}` })));
  const answers = await Promise.all(files.map((tiers) => sendFile(send, id, { tiers })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const names = (await listTiers(send, `?ym_profile_id=${id}`)).map(({ name }) => name);
  expect(names).toEqual(files.find(({ length }) => length === names.length)?.map(({ name }) => name));
});

test('both doors do the same', async () => {
  const { id } = await newTierSet();
  const { ymProfile } = createClient(service.url, service.people.seller1.api_key);
  const { item, etag } = await ymProfile.exportTagged.query({ id });
  expect(await ymProfile.export.query({ id })).toEqual(item);
  expect(item).toEqual(await exportOf(send, id));
  const done = await ymProfile.import.mutate({ id, file: item, if_match: etag });
  expect(done).toMatchObject({ created: [], updated: [], deleted: [] });
});

test('an administrator names the member', async () => {
  const { id } = await newTierSet();
  const key = service.people.admin.api_key;
  expect((await sendFile(send, id, { tiers: [] }, '', { key })).response.dbg_info.issues[0]?.path).toBe('member_id');
  importAnswer(await sendFile(send, id, { tiers: [] }, '&member_id=1', { key }));
  expect((await exportOf(send, id)).tiers).toEqual([]);
});
