import { createClient } from '@auction-tiers/client';
import { describe, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;

/** The UTF-8 of a text in the form in which `fetch` sends the bytes of a header. */
const inHeader = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const noted = (note: string) => ({ 'x-change-note': inHeader(note) });
const entriesOf = async (id: number) =>
  rowsOf(expectOk(await send('GET', `/change-log?service=ym-auction-tier&resource_id=${id}`)), 'change-logs');

describe('the note of a write', () => {
  test('stands in the change log, of creates, updates and deletes', async () => {
    const { id: ymProfile } = await createYmProfile(send);
    const body = { name: 'T', ym_profile_id: ymProfile };
    const made = await send('POST', '/ym-auction-tier', { body, headers: noted('  Frühling: größer – 😀 ') });
    const { id } = expectOk(made).response;
    const change = { body: { priority: 9 }, headers: noted('up') };
    expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, change));
    expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 8 } }));
    expectOk(await send('DELETE', `/ym-auction-tier?id=${id}`, { headers: noted('x'.repeat(200)) }));
    const found = await entriesOf(id);
    expect(
      found.map(({ operation, kind, note, draft_id, break_glass }) => [operation, kind, note, draft_id, break_glass]),
    ).toEqual([
      ['delete', 'write', 'x'.repeat(200), null, null],
      ['update', 'write', null, null, null],
      ['update', 'write', 'up', null, null],
      ['create', 'write', 'Frühling: größer – 😀', null, null],
    ]);
  });

  test('stands at every change of an import', async () => {
    const { id: ymProfile } = await createYmProfile(send);
    const tiers = [{ name: 'A' }, { name: 'B' }];
    const headers = { ...noted('new tiers'), 'x-request-id': `noted-${ymProfile}` };
    expectOk(await sendFile(send, ymProfile, { tiers }, '', { headers }));
    const log = rowsOf(expectOk(await send('GET', `/change-log?request_id=noted-${ymProfile}`)), 'change-logs');
    expect(log.map(({ kind, note }) => [kind, note])).toEqual([
      ['import', 'new tiers'],
      ['import', 'new tiers'],
    ]);
  });

  test.for([
    ['empty', ''],
    ['of white space', '   '],
    ['too long', 'x'.repeat(201)],
    ['with a tab', 'a\tb'],
    ['with a character that has no width', 'a\u200Bb'],
    ['that changes the direction of text', 'a\u202Eb'],
  ])('is refused when it is %s, and nothing is written', async ([, note]) => {
    const { id: ymProfile } = await createYmProfile(send);
    const { id } = await createTier(send, { name: 'T', ym_profile_id: ymProfile });
    for (const name of ['x-change-note', 'x-break-glass']) {
      const headers = { [name]: inHeader(note ?? '') };
      const answer = await send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 9 }, headers });
      expect([answer.status, issuePaths(answer)]).toEqual([400, [name]]);
    }
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test('is refused when its bytes are not UTF-8', async () => {
    const { id } = await createYmProfile(send);
    const answer = await send('PUT', `/ym-profile?id=${id}`, {
      body: { name: 'Y' },
      headers: { 'x-change-note': 'gr\u00F6\u00DFer' },
    });
    expect([answer.status, issuePaths(answer)]).toEqual([400, ['x-change-note']]);
  });

  test('says nothing of reads and auctions', async () => {
    const headers = { 'x-change-note': '' };
    expect((await send('GET', '/ym-profile', { headers })).status).toBe(200);
    const body = { ym_profile_id: 1, bids: [] };
    expect((await send('POST', '/auction', { body, headers })).status).toBe(200);
  });

  test('is taken over tRPC, with a call of the typed client', async () => {
    const { id: ymProfile } = await createYmProfile(send);
    const client = createClient({ url: service.url, apiKey: service.people.seller1.api_key });
    const context = { note: 'größer' };
    const { id } = await client.tier.create.mutate({ name: 'T', ym_profile_id: ymProfile }, { context });
    expect(await entriesOf(id)).toMatchObject([{ note: 'größer' }]);
    await expect(client.tier.get.query({ id }, { context: { note: 'a read' } })).rejects.toThrow('note');
  });
});
