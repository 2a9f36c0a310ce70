import { expect, test } from 'vitest';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { rowOf, type Row } from '../fixture/request.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';
import { rowsOfLog, startAudited } from './audited-process.ts';

test('who logs in and out, changes users, keys and members, restores and is refused is one line each, without a secret', async () => {
  const { service, url, admin, seller1, send } = await startAudited({ LOG_LEVEL: 'warn', ACCESS_LOG: '1' });
  const logIn = (body: Row) =>
    send('POST', '/auth', { key: null, body, headers: { 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'in' } });

  const { username, password } = seller1;
  const token = String(expectOk(await logIn({ username, password })).response['token']);
  expect((await logIn({ username, password: 'a wrong pass phrase' })).status).toBe(401);
  expect((await logIn({ username: 'a pass phrase in the wrong field', password: 'x' })).status).toBe(401);
  const reader = rowOf(expectOk(await send('POST', '/api-key', { key: token, body: { scopes: ['read'] } })), 'api-key');
  expect((await send('DELETE', '/ym-profile?id=1', { key: String(reader['key']) })).status).toBe(403);
  await failureOf(createClient(url, String(reader['key'])).ymProfile.remove.mutate({ id: 1 }));
  expectOk(await send('PUT', '/member?id=1', { key: admin.api_key, body: { member: { record_share: 0.5 } } }));
  const { id } = await demoYmProfile(send);
  expectOk(await send('PUT', `/ym-profile?id=${id}`, { body: { description: 'Changed' } }));
  const history = expectOk(await send('GET', `/ym-profile/history?id=${id}`)).response;
  const steps = history['ym-profile-history'] as readonly Row[] | undefined;
  const restored = await send('POST', `/ym-profile/restore?id=${id}&revision=${String(steps?.at(-1)?.['revision'])}`);
  expectOk(restored);

  expectOk(await send('DELETE', '/auth', { key: token }));
  expect((await send('GET', '/member', { key: token })).status).toBe(401);
  expect((await send('DELETE', '/auth', { key: token })).status).toBe(401);
  expect((await send('DELETE', '/auth')).status).toBe(400);

  const { stderr } = await service.stop();
  const rows = rowsOfLog(stderr);
  const told = rows.filter(({ audit }) => audit === true);
  const operation = 'DELETE /ym-profile';
  expect(told).toEqual(
    [
      { event: 'login', user: username, address: '127.0.0.1', request_id: 'in' },
      { event: 'login_failed', user: username, why: 'not_authenticated' },
      { event: 'login_failed', user: null, why: 'not_authenticated' },
      {
        event: 'change',
        user: username,
        service: 'api-key',
        operation: 'create',
        id: reader['id'],
        user_id: reader['user_id'],
        scopes: ['read'],
      },
      { event: 'refused', user: username, operation },
      { event: 'refused', user: username, operation: 'ymProfile.remove' },
      { event: 'change', user: admin.username, service: 'member', id: 1, operation: 'update' },
      { event: 'restore', user: username, service: 'ym-profile', id },
      { event: 'logout', user: username },
    ].map((facts) => expect.objectContaining(facts) as Row),
  );
  expect(told[6]?.['fields']).toContain('record_share');
  for (const secret of [password, token, 'pass phrase', String(reader['key']), seller1.api_key]) {
    expect(stderr).not.toContain(secret);
  }
  const warnings = rows.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES'));
  expect(warnings).toEqual([expect.objectContaining({ address: '127.0.0.1' })]);
  const access = rows.filter((row) => row['access'] === true);
  expect(access).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: '/ym-profile', status: 403, address: '127.0.0.1' }),
  );
});

test('each approval, schedule and publish of a draft, and each start, pause and end of an experiment, is a line', async () => {
  const { service, admin, seller1, send } = await startAudited({ LOG_LEVEL: 'error', DEMO: '1' });
  const made = await Promise.all([1, 2, 3].map(() => newYmProfile(send)));
  const drafts = await Promise.all(
    made.map(async ({ ymProfile, gold }) => {
      const draft = await createDraft(send, ymProfile.id);
      return updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '3.00' }));
    }),
  );
  const aboutDraft = (at: number) => {
    const { id, ym_profile_id } = drafts[at]!;
    return { service: 'draft', id, ym_profile_id };
  };
  const [first, second, third] = [aboutDraft(0), aboutDraft(1), aboutDraft(2)];
  const act = async (path: string, body?: Row) => expectOk(await send('POST', path, { body }));
  await act(`/draft/publish?id=${first.id}&dry_run=true`);
  // An administrator may approve: it is another person.
  expectOk(await send('POST', `/draft/approve?id=${first.id}&member_id=1`, { key: admin.api_key }));
  const headers = { 'idempotency-key': 'once', 'x-request-id': 'publish-it' };
  for (let twice = 0; twice < 2; twice++)
    expectOk(await send('POST', `/draft/publish?id=${first.id}`, { body: {}, headers }));
  await act(`/draft/publish?id=${second.id}`, { at: '2099-12-01 06:00:00' });
  await act(`/draft/unschedule?id=${second.id}`);
  await act(`/draft/publish?id=${second.id}`, { at: new Date(Date.now() + 2000).toISOString() });
  const stateOf = async () => (await send('GET', `/draft?id=${second.id}`)).response['draft'];
  await expect.poll(stateOf, { timeout: 30_000 }).toMatchObject({ state: 'published' });
  const experiment = {
    name: 'E',
    hypothesis: 'Net rises by 2 %',
    guard: { max_loss: '9' },
    design: 'split',
    share: 0.5,
    draft_id: third.id,
  };
  const { id } = expectOk(await send('POST', '/experiment', { body: experiment })).response;
  await act(`/experiment/start?id=${String(id)}`);
  await act(`/experiment/pause?id=${String(id)}`);
  await act(`/experiment/resume?id=${String(id)}`);
  await act(`/experiment/end?id=${String(id)}`, { outcome: 'publish' });

  const { stderr } = await service.stop();
  const rows = rowsOfLog(stderr);
  const told = rows.filter(({ audit }) => audit === true);
  const user = seller1.username;
  const tested = { user, service: 'experiment', id, ym_profile_id: third.ym_profile_id };
  expect(told).toEqual(
    [
      { event: 'approve', user: admin.username, ...first },
      { event: 'publish', user, request_id: 'publish-it', approved_by: admin.username, member_id: 1, ...first },
      { event: 'schedule', user, ...second },
      { event: 'unschedule', user, ...second },
      { event: 'schedule', user, ...second },
      { event: 'publish', user, approved_by: null, ...second },
      { event: 'experiment_start', ...tested },
      { event: 'experiment_pause', ...tested },
      { event: 'experiment_resume', ...tested },
      { event: 'publish', user, ...third },
      { event: 'experiment_end', outcome: 'publish', ...tested },
    ].map((facts) => expect.objectContaining(facts) as Row),
  );
});
