import { expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { newColleaguesKey } from '../fixture/colleague.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { rowsOfLog, startAudited } from './audited-process.ts';

const ownPassword = 'a colleague of the seller';
const drawnBy = 'a pass phrase that the manager chose';

/** A member whose drafts need an approval, with its manager and a publisher, pat, whom an administrator made. */
async function startStory() {
  const audited = await startAudited({ LOG_LEVEL: 'error', DEMO: '1' });
  const { send, people, seller1 } = audited;
  const set = (publishing: string) => send('PUT', '/member?id=1', { key: people.admin.api_key, body: { publishing } });
  const { ymProfile, gold } = await newYmProfile(send);
  const pat = await newColleaguesKey({ send, people }, 'pat');
  expectOk(await set('approved'));
  const manager = await tokenOf({ send, people });

  /** A new draft that changes a price, made with a credential. */
  async function draftWith(key: string, min_price: string): Promise<number> {
    const draft = await createDraft(send, ymProfile.id, {}, { key });
    return (await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price }), { key })).id;
  }
  const act = async (path: string, key: string, body: Row = {}) => {
    const { status, response } = await send('POST', path, { key, body });
    return [status, response.error ?? null] as const;
  };
  return {
    ...audited,
    ymProfile,
    gold,
    pat,
    manager,
    managerName: seller1.username,
    draftWith,
    approve: (id: number, key: string) => act(`/draft/approve?id=${id}`, key),
    publish: (id: number, key: string) => act(`/draft/publish?id=${id}`, key),
    read: (id: number) => readDraft(send, id),
    /** The live price, and how many steps the history has. */
    live: async () => {
      const tier = rowOf(expectOk(await send('GET', `/ym-auction-tier?id=${gold.id}`)), 'ym-auction-tier');
      const history = expectOk(await send('GET', `/ym-profile/history?id=${ymProfile.id}`));
      return { price: tier.min_price, steps: history.response['ym-profile-history'] as readonly Row[] };
    },
    /** The audit lines since the colleague was made, in the order of the log. */
    told: async () => {
      const { stderr } = await audited.service.stop();
      expect(stderr).not.toMatch(/argon2|pass phrase|a colleague of/);
      const rows = rowsOfLog(stderr).filter(({ audit }) => audit === true);
      return rows.slice(rows.findIndex(({ service: of }) => of === 'member') + 1);
    },
  };
}

const forbidden = [403, expect.any(String)];
const conflict = (words: string) => [409, expect.stringContaining(words)];

test('a manager with a key that it has made for a publisher neither approves its own draft nor publishes what it drafted with that key', async () => {
  const story = await startStory();
  const { send, pat, manager, managerName } = story;
  const before = await story.live();
  const giveKey = (scopes: readonly string[]) =>
    send('POST', '/api-key', { key: manager, body: { user_id: pat.id, name: 'Integration', scopes } });
  expect((await giveKey(['read', 'write', 'publish'])).status).toBe(403);
  const given = rowOf(expectOk(await giveKey(['read', 'write'])), 'api-key');
  const key = String(given.key);

  const own = await story.draftWith(manager, '9.00');
  expect(await story.approve(own, key)).toEqual(forbidden);
  expect(await story.publish(own, key)).toEqual(forbidden);
  expect(await story.publish(own, manager)).toEqual(conflict('needs an approval'));

  // The other way round: the colleague's name stands in the draft, and the manager approves.
  const others = await story.draftWith(key, '9.00');
  const { created_by, edits } = await story.read(others);
  expect({ created_by, edits }).toMatchObject({ created_by: 'pat', edits: [{ user: 'pat', also: [managerName] }] });
  expect(await story.approve(others, manager)).toEqual(conflict(`${managerName} has changed`));
  expect(await story.publish(others, manager)).toEqual(conflict('needs an approval'));
  expect(await story.live()).toEqual(before);

  // The colleague is told, and finds it in the log. A second look by the colleague itself counts.
  const body = { auth: { username: 'pat', password: ownPassword } };
  const entered = expectOk(await send('POST', '/auth', { key: null, body })).response;
  expect(entered.dbg_info.warnings).toEqual([
    expect.stringMatching(`${managerName} made your API key ${given.id} \\(scopes read, write\\)`),
  ]);
  const token = String(entered['token']);
  const log = expectOk(await send('GET', '/change-log?service=api-key&num_elements=1', { key: token }));
  expect(rowsOf(log, 'change-logs')).toMatchObject([
    {
      operation: 'create',
      user: managerName,
      resource_id: given.id,
      after: { user_id: pat.id, scopes: ['read', 'write'] },
    },
  ]);
  expect(await story.approve(own, token)).toEqual([200, null]);
  expect(await story.publish(own, manager)).toEqual([200, null]);
  const { price, steps } = await story.live();
  expect({ price, newest: steps[0] }).toMatchObject({
    price: '9.000000',
    newest: { kind: 'publish', user: managerName },
  });
  expect(steps).toHaveLength(before.steps.length + 1);

  const draft = { service: 'draft', id: own };
  expect(await story.told()).toMatchObject([
    { event: 'login', user: managerName },
    { event: 'refused', user: managerName, operation: 'POST /api-key' },
    {
      event: 'change',
      user: managerName,
      service: 'api-key',
      operation: 'create',
      id: given.id,
      user_id: pat.id,
      scopes: ['read', 'write'],
    },
    { event: 'refused', user: 'pat', operation: 'POST /draft/approve' },
    { event: 'refused', user: 'pat', operation: 'POST /draft/publish' },
    { event: 'login', user: 'pat' },
    { event: 'approve', user: 'pat', ...draft },
    { event: 'publish', user: managerName, approved_by: 'pat', ...draft },
  ]);
});

test('a manager that takes the log-in of a publisher, by itself or by a user of its making, stays one pair of eyes', async () => {
  const story = await startStory();
  const { send, pat, manager, managerName } = story;
  const before = await story.live();
  const enter = async (username: string, by: string, id: number) => {
    const reset = await send('PUT', `/user?id=${id}`, { key: by, body: { reset_password: true } });
    const password = String(rowOf(expectOk(reset), 'user').one_time_password);
    const auth = { username, password, new_password: drawnBy };
    return String(expectOk(await send('POST', '/auth', { key: null, body: { auth } })).response['token']);
  };
  const taken = await enter('pat', manager, pat.id);
  const own = await story.draftWith(manager, '9.00');
  expect(await story.approve(own, taken)).toEqual(conflict(`pat was changed by ${managerName}`));
  const others = await story.draftWith(taken, '9.00');
  expect(await story.approve(others, manager)).toEqual(conflict(`pat was changed by ${managerName}`));

  // Over a third: a manager that the first one makes takes the log-in of another publisher.
  const sam = await newColleaguesKey(story, 'sam');
  const made = await send('POST', '/user', { key: manager, body: { username: 'straw', access: 'manager' } });
  const straw = await enter('straw', manager, rowOf(expectOk(made), 'user').id);
  const strawTook = await enter('sam', straw, sam.id);
  expect(await story.approve(own, strawTook)).toEqual(conflict('sam was changed by straw'));
  expect(await story.approve(await story.draftWith(strawTook, '9.00'), manager)).toEqual(
    conflict('sam was changed by straw'),
  );
  expectOk(await send('DELETE', `/user?id=${rowOf(expectOk(made), 'user').id}`, { key: manager }));
  expect(await story.approve(own, strawTook)).toEqual(conflict('sam was changed by straw'));
  expect(await story.live()).toEqual(before);

  // The publisher cannot log in any more, and another manager, whom an administrator made, confirms its new log-in.
  const auth = { username: 'pat', password: ownPassword };
  expect((await send('POST', '/auth', { key: null, body: { auth } })).status).toBe(401);
  const admin = await tokenOf(story, 'admin');
  const meg = { username: 'meg', password: ownPassword, member_id: 1, access: 'manager' };
  expectOk(await send('POST', '/user', { key: admin, body: meg }));
  const again = await enter('pat', admin, pat.id);
  const body = { confirmed: true };
  expectOk(await send('PUT', `/user?id=${pat.id}`, { key: await logIn(send, meg), body }));
  expect(await story.approve(own, again)).toEqual([200, null]);
  expect(await story.approve(own, strawTook)).toEqual(conflict('sam was changed by straw'));

  const ofPat = (await story.told()).filter(({ event, service, id, user }) => {
    return (service === 'user' && id === pat.id) || event === 'approve' || (event === 'login' && user === 'pat');
  });
  const reset = { event: 'change', operation: 'update', fields: expect.arrayContaining(['has_one_time_password']) };
  expect(ofPat).toMatchObject([
    { ...reset, user: managerName },
    { event: 'login', user: 'pat', changed_by: managerName, new_password: true },
    { ...reset, user: 'admin' },
    { event: 'login', user: 'pat', changed_by: 'admin', new_password: true },
    { event: 'change', operation: 'update', user: 'meg', fields: expect.arrayContaining(['confirmed_by']) },
    { event: 'approve', user: 'pat', id: own },
  ]);
});
