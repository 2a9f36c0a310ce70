import { simulationReportKey } from '@auction-tiers/contract';
import { Redis } from 'ioredis';
import { beforeAll, expect, test } from 'vitest';
import { type Assistant, connectAssistant, keyWith } from '../fixture/assistant.ts';
import { createDraft, newYmProfile, readDraft } from '../fixture/draft.ts';
import { expectOk, listTiers } from '../fixture/demo-tier.ts';
import { experimentCalls } from '../fixture/experiment.ts';
import { tokenOf } from '../fixture/log-in.ts';
import { createSend, type Row, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService({ SIMULATION_WORKER: '1' });
const { send } = service;
const byAssistant = 'assistant, for demo-seller-1';
const log = { kind: 'synthetic', auctions: 300, bids: 5, seed: 's' };

let key: string;
let assistant: Assistant;
beforeAll(async () => {
  key = await keyWith(service, ['read', 'draft']);
  assistant = await connectAssistant(service.url, key);
  return () => assistant.close();
});

test('a draft is made, changed in one field of a tier, and asked for, and is not live', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const made = await assistant.tool('draft_create', { from: ymProfile.id, name: 'Dearer gold' });
  const { id, etag } = made.content.answer;
  const changes = { tier_set: { tiers: [{ id: gold.id, name: 'Gold', min_price: '2.50' }] } };
  const edited = await assistant.tool('draft_edit', { id, append: true, changes, if_match: etag });
  expect(edited.isError).toBe(false);
  const draft = await readDraft(send, id);
  expect(draft.tier_set.tiers).toMatchObject([
    { id: gold.id, name: 'Gold', min_price: '2.500000', buyer_members: [{ id: 101 }] },
    { id: silver.id, min_price: '1.000000' },
  ]);
  const asked = await assistant.tool('ask_approval', { id, note: 'Gold sells below its value', if_match: draft.etag });
  expect(asked.sentences.join(' ')).toContain(byAssistant);
  expect(await readDraft(send, id)).toMatchObject({
    created_by: byAssistant,
    asked_by: byAssistant,
    asked_note: 'Gold sells below its value',
    changed_by: 'demo-seller-1',
  });
  const [newest] = rowsOf(await send('GET', '/change-log?num_elements=1'), 'change-logs');
  expect(newest?.['user']).toBe(byAssistant);
  expect(await listTiers(send, `?ym_profile_id=${ymProfile.id}`)).toMatchObject([{ min_price: '2.000000' }, {}]);
});

test('the tiers of a draft are read, also of a long one', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const made = await assistant.tool('draft_create', { from: ymProfile.id });
  const { id, etag } = made.content.answer;
  const added = Array.from({ length: 40 }, (_, at) => ({ name: `Tier ${at}`, min_price: '1.50' }));
  const changes = { tier_set: { tiers: [{ id: gold.id, name: 'Gold', min_price: '2.50' }, ...added] } };
  await assistant.tool('draft_edit', { id, append: true, changes, if_match: etag });
  const first = await assistant.tool('drafts', { ids: [id] });
  expect(first.sentences.join(' ')).toContain(
    `Draft ${id} of ym-profile ${ymProfile.id} is open, with 41 objects changed`,
  );
  const [{ etag: tag, tier_set: shown }] = first.content.answer.items;
  const found = [...(shown?.tiers ?? [])];
  const handle = first.content.rest.find((one: string) => one.startsWith('/items/0/tier_set'));
  for (let rest = handle; rest !== undefined; ) {
    const { content } = await assistant.tool('drafts', { ids: [id], rest });
    found.push(...(Array.isArray(content.answer) ? content.answer : (content.answer.tiers ?? [])));
    rest = content.rest?.find((one: string) => one.startsWith('/items/0/tier_set/tiers:'));
  }
  const draft = await readDraft(send, id);
  expect(tag).toBe(draft.etag);
  expect(found).toEqual(draft.tier_set.tiers);
});

test('a draft that has moved is not overwritten, and a repeated change is done once', async () => {
  const { ymProfile } = await newYmProfile(send);
  const create = { from: ymProfile.id, name: 'Once', idempotency_key: 'one-draft' };
  const [first, again] = [await assistant.tool('draft_create', create), await assistant.tool('draft_create', create)];
  expect(again.content.answer.id).toBe(first.content.answer.id);
  const { id, etag } = first.content.answer;
  expectOk(await send('PUT', `/draft?id=${id}`, { body: { note: 'By a person' } }));
  const late = await assistant.tool('draft_edit', { id, changes: { note: 'By a program' }, if_match: etag });
  expect(late).toMatchObject({ isError: true, content: { status: 412 } });
  expect(await readDraft(send, id)).toMatchObject({ note: 'By a person' });
});

test('a tool that writes takes no handle, which would write again', async () => {
  const { ymProfile } = await newYmProfile(send);
  const made = await assistant.tool('draft_create', { from: ymProfile.id, name: 'Once' });
  expect(made.content.rest).toBeUndefined();
  const { id, etag } = made.content.answer;
  await assistant.tool('ask_approval', { id, note: 'The first note' });
  const { asked_at: askedAt } = await readDraft(send, id);
  const drafts = async () => rowsOf(await send('GET', `/draft?ym_profile_id=${ymProfile.id}`), 'drafts' as never);
  const before = (await drafts()).length;
  for (const [name, input] of [
    ['draft_create', { from: ymProfile.id, name: 'Once' }],
    ['draft_create', { from: ymProfile.id, name: 'Once', idempotency_key: 'another' }],
    ['draft_edit', { id, changes: { note: 'Again' }, if_match: etag }],
    ['ask_approval', { id, note: 'Again' }],
    ['try_draft', { ym_profile_id: ymProfile.id, draft_id: id, log }],
  ] as const) {
    const again = await assistant.tool(name, { ...input, rest: '/tier_set/tiers:0' });
    expect(again).toMatchObject({ isError: true, content: { status: 400, issues: [{ path: 'rest' }] } });
    expect(again.text).toContain(`is not for ${name}, which would write again`);
  }
  expect(await readDraft(send, id)).toMatchObject({ asked_note: 'The first note', asked_at: askedAt, note: null });
  expect((await drafts()).length).toBe(before);
  for (const { name, inputSchema, annotations } of (await assistant.listTools()).tools) {
    expect([name, 'rest' in (inputSchema.properties ?? {})]).toEqual([name, annotations?.readOnlyHint]);
  }
});

test('a try and advice are waited for, with progress, and their results are read again by id', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  const changes = { tier_set: { tiers: [{ id: gold.id, name: 'Gold', min_price: '2.50' }] } };
  expectOk(await send('PUT', `/draft?id=${draft.id}&append=true`, { body: changes }));
  const told: number[] = [];
  const { structuredContent } = await assistant.callTool(
    { name: 'try_draft', arguments: { ym_profile_id: ymProfile.id, draft_id: draft.id, log } },
    { onprogress: ({ progress }) => void told.push(progress) },
  );
  const tried = structuredContent as { readonly sentences: string[]; readonly answer: Row & { simulation: Row } };
  expect(told.length).toBeGreaterThan(0);
  expect(tried.answer.simulation).toMatchObject({ state: 'done', draft_id: draft.id });
  const again = await assistant.tool('try_result', { id: tried.answer.simulation['id'] });
  expect(again.sentences).toEqual(tried.sentences);
  expect(again.sentences.join(' ')).toMatch(/300 auctions of a synthetic log \(days of UTC\), money in USD/);
  const advice = await assistant.tool('advice', { ym_profile_id: ymProfile.id, log });
  expect([advice.isError, advice.sentences[0]]).toEqual([false, expect.stringContaining('Advice from 300 auctions')]);
  // As an earlier version of the service has stored it.
  const redis = new Redis(service.redisUrl);
  const { id } = advice.content.answer.simulation;
  await redis.set(simulationReportKey(`1-${id}`), JSON.stringify({ ...advice.content.answer.report, version: 2 }));
  redis.disconnect();
  const gone = await assistant.tool('try_result', { id });
  expect(gone).toMatchObject({ isError: true, content: { status: 409 } });
  expect(gone.content.error).toContain('of an earlier version of the service, or no longer kept; start it again');
  const anew = await assistant.tool('advice', { ym_profile_id: ymProfile.id, log });
  expect(anew.content.answer.simulation.id).not.toBe(id);
  expect(anew.sentences).toEqual(advice.sentences);
  const plan = await assistant.tool('experiment_plan', { draft_id: draft.id });
  expect([plan.isError, plan.sentences[0]]).toEqual([false, expect.stringContaining('recorded auctions')]);
}, 60_000);

test('a try without a log needs a recorded day, and says so where there is none', async () => {
  const { ymProfile } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  const tried = await assistant.tool('try_draft', { ym_profile_id: ymProfile.id, draft_id: draft.id });
  expect(tried).toMatchObject({ isError: true, content: { status: 400, issues: [{ path: 'log' }] } });
});

test('a live test that a person has started is named today, and its result is read', async () => {
  const { ymProfile } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  const said = async () => (await assistant.tool('today', { ym_profile_id: ymProfile.id })).sentences.join(' ');
  expect(await said()).toContain('no live test runs');
  const { create, done } = experimentCalls(send);
  const planned = { name: 'T', hypothesis: 'Net rises by 2 %', guard: { max_loss: '9' }, draft_id: draft.id };
  const { id } = await create(planned);
  await done(id, 'start');
  expect(await said()).toContain(`live test ${id} of draft ${draft.id} is running`);
  const read = await assistant.tool('experiment_result', { id });
  expect(read.sentences.join(' ')).toContain('0 auctions earned 0.00 USD under the live tiers');
  await done(id, 'end', { outcome: 'drop' });
  expect(await said()).toContain('no live test runs');
});

test('what an assistant changes counts as changed by its user, who does not approve it', async () => {
  const { ymProfile } = await newYmProfile(send);
  const { content } = await assistant.tool('draft_create', { from: ymProfile.id });
  const commitments = [{ buyer: 101, at_least: { wins: 1 } }];
  const edited = await assistant.tool('draft_edit', { id: content.answer.id, changes: { commitments } });
  expect(edited.content.error).toBeUndefined();
  const approved = await send('POST', `/draft/approve?id=${content.answer.id}`, { key: await tokenOf(service) });
  expect([approved.status, approved.response.error]).toEqual([409, expect.stringContaining('demo-seller-1')]);
});

test('a key of the scopes read and draft is refused every live write of REST and tRPC, and no tool is one', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  const before = await listTiers(send, `?ym_profile_id=${ymProfile.id}`);
  const drafter = createSend(service.url, key);
  for (const [method, path, body] of [
    ['PUT', `/ym-auction-tier?id=${gold.id}`, { priority: 9 }],
    ['POST', `/draft/publish?id=${draft.id}`, {}],
    ['POST', `/draft/approve?id=${draft.id}`, {}],
    ['POST', `/ym-profile/import?id=${ymProfile.id}`, { tiers: [] }],
    ['POST', '/experiment', { draft_id: draft.id }],
    ['POST', '/user', { username: 'x' }],
    ['PUT', '/member', { publishing: 'direct' }],
  ] as const) {
    expect([path, (await drafter(method, path, { body })).status]).toEqual([path, 403]);
  }
  const trpc = createClient(service.url, key);
  expect((await failureOf(trpc.draft.publish.mutate({ id: draft.id }))).data).toMatchObject({ error_id: 'UNAUTH' });
  const { tools } = await assistant.listTools();
  for (const { annotations } of tools) expect(annotations?.destructiveHint).toBe(false);
  expect(tools.map(({ name }) => name).filter((name) => /publish|approve$|restore|start|key|user/.test(name))).toEqual(
    [],
  );
  expect(await listTiers(send, `?ym_profile_id=${ymProfile.id}`)).toEqual(before);
});
