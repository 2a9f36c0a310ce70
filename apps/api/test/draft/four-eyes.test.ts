import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/auth/account.ts';
import { newColleaguesKey } from '../fixture/colleague.ts';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const clock = new TestClock();
const service = useService({}, { clock });
const { send } = service;
const password = 'a pass phrase of its own';

/** A draft of the manager, demo-seller-1. */
let draftId: number;
beforeAll(async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  draftId = (await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '9.00' }))).id;
});

const approve = async (key: string) => {
  const { status, response } = await send('POST', `/draft/approve?id=${draftId}`, { key });
  return [status, response.error ?? null];
};
const manager = () => tokenOf(service);

/** Replaces a one-time password, and logs in. */
async function enter(username: string, drawn: string): Promise<string> {
  const body = { auth: { username, password: drawn, new_password: password } };
  expectOk(await send('POST', '/auth', { key: null, body }));
  return logIn(send, { username, password });
}

describe('an approval counts only by a person of its own', () => {
  test('not with a key that the author has made for a publisher, when such keys could still publish', async () => {
    const { id: userId } = await newColleaguesKey(service, 'pat');
    const author = { user: 'demo-seller-1', requestId: 'earlier' };
    const given = { userId, name: 'Earlier', scopes: ['read', 'write', 'publish'] } as const;
    const { key, result } = createApiKey(service.opened.store, given, author);
    expect((await result).ok).toBe(true);
    expect(await approve(key)).toEqual([403, expect.stringContaining('made by demo-seller-1')]);
  });

  test('not by a user that the author has made', async () => {
    const body = { username: 'new', access: 'publisher' };
    const made = rowOf(expectOk(await send('POST', '/user', { key: await manager(), body })), 'user');
    const key = await enter('new', String(made.one_time_password));
    expect(await approve(key)).toEqual([409, expect.stringContaining('new was made by demo-seller-1')]);
  });

  test('not by a user whose password the author has reset, nor with a key of it', async () => {
    const { id } = await newColleaguesKey(service, 'sam');
    const reset = await send('PUT', `/user?id=${id}`, { key: await manager(), body: { reset_password: true } });
    const key = await enter('sam', String(rowOf(expectOk(reset), 'user').one_time_password));
    expect(await approve(key)).toEqual([409, expect.stringContaining('sam was changed by demo-seller-1')]);
    const made = await send('POST', '/api-key', { key, body: { scopes: ['read', 'write', 'publish'] } });
    expect((await approve(String(rowOf(expectOk(made), 'api-key').key)))[0]).toBe(409);
  });

  test('at once when another manager has confirmed the user: not the author, not the user, none made by the author', async () => {
    const admin = await tokenOf(service, 'admin');
    const { id } = await newColleaguesKey(service, 'una');
    const author = await manager();
    expectOk(await send('PUT', `/user?id=${id}`, { key: author, body: { access: 'editor' } }));
    expectOk(await send('PUT', `/user?id=${id}`, { key: author, body: { access: 'publisher' } }));
    const una = await logIn(send, { username: 'una', password: 'a colleague of the seller' });
    const body = { confirmed: true };
    const confirm = (key: string) => send('PUT', `/user?id=${id}`, { key, body });
    expect((await confirm(author)).status).toBe(403);
    expect((await confirm(una)).status).toBe(403);
    expect((await confirm(await tokenOf(service, 'seller2'))).status).toBe(404);
    // A manager of the author's making is the author's means.
    const made = await send('POST', '/user', { key: author, body: { username: 'straw', access: 'manager' } });
    const straw = rowOf(expectOk(made), 'user');
    expectOk(await confirm(await enter('straw', String(straw.one_time_password))));
    expect(await approve(una)).toEqual([409, expect.stringContaining('another manager')]);

    const meg = { username: 'meg', password, member_id: 1, access: 'manager' };
    expectOk(await send('POST', '/user', { key: admin, body: meg }));
    const other = await logIn(send, { username: 'meg', password });
    expect((await send('PUT', `/user?id=${id}`, { key: other, body: { ...body, access: 'viewer' } })).status).toBe(400);
    expect(rowOf(expectOk(await confirm(other)), 'user')).toMatchObject({ confirmed_by: 'meg', access: 'publisher' });
    expect(await approve(una)).toEqual([200, null]);

    // A change takes the confirmation back.
    const reset = await send('PUT', `/user?id=${id}`, { key: author, body: { reset_password: true } });
    const again = rowOf(expectOk(reset), 'user');
    expect(again.confirmed_by).toBeNull();
    expect(await approve(await enter('una', String(again.one_time_password)))).toEqual([409, expect.any(String)]);
  });

  test('not by a user whose access the author has raised, until seven days are over', async () => {
    const { id } = await newColleaguesKey(service, 'kim');
    expectOk(await send('PUT', `/user?id=${id}`, { key: service.people.admin.api_key, body: { access: 'editor' } }));
    expectOk(await send('PUT', `/user?id=${id}`, { key: await manager(), body: { access: 'publisher' } }));
    const secret = 'a colleague of the seller';
    expect((await approve(await logIn(send, { username: 'kim', password: secret })))[0]).toBe(409);
    // The change log has the time of Redis, which goes on while the test clock stands still.
    clock.pass(7 * 86_400_000 + 3_600_000);
    expect((await approve(await logIn(send, { username: 'kim', password: secret })))[0]).toBe(200);
    expect(await readDraft(send, draftId)).toMatchObject({ approved_by: 'kim' });
  });

  test('seven days run from the log-in at which the user was told, not from the change', async () => {
    const { id, key } = await newColleaguesKey(service, 'ida');
    expectOk(await send('PUT', `/user?id=${id}`, { key: await manager(), body: { access: 'editor' } }));
    expectOk(await send('PUT', `/user?id=${id}`, { key: await manager(), body: { access: 'publisher' } }));
    clock.pass(8 * 86_400_000);
    expect(await approve(key)).toEqual([409, expect.stringContaining('seven days after its next log-in')]);
  });

  test('by a colleague with a key of its own making, and after a log-in', async () => {
    const { key } = await newColleaguesKey(service, 'lou');
    expect(await approve(key)).toEqual([200, null]);
    const token = await logIn(send, { username: 'lou', password: 'a colleague of the seller' });
    expect(await approve(token)).toEqual([200, null]);
  });
});
