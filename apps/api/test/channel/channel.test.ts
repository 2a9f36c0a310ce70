import { createHmac } from 'node:crypto';
import { type Alert, alertResource, type Channel } from '@auction-tiers/contract';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { isAllowed } from '../../src/channel/host.ts';
import { dayWords } from '../../src/channel/mail.ts';
import { keepAlert, ownAlert } from '../fixture/alert.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { type Receiver, startReceiver } from '../fixture/receiver.ts';
import { issuePaths, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { BlockList } from 'node:net';
import { tokenOf } from '../fixture/log-in.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const clock = new TestClock();
const environment = { RECORD_AUCTIONS: '0', WEBHOOK_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://tiers.example/' };
const service = useService(environment, { clock, metricsMaxAgeMs: 0 });
const { send } = service;
let receiver: Receiver;
let channel: Channel;

beforeAll(async () => {
  receiver = await startReceiver();
  const body = { name: 'Night shift', to: `http://127.0.0.1:${receiver.port}/hook/hidden` };
  channel = rowOf(expectOk(await send('POST', '/channel', { body })), 'channel');
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.answer = 204;
  receiver.received.length = 0;
});

const now = () => new Date(clock.epochMs()).toISOString().slice(0, 19).replace('T', ' ');
const open = (more: Partial<Alert> = {}) => keepAlert(service.opened, 1, { ...ownAlert, since: now(), ...more });

async function close(id: number): Promise<void> {
  const { store } = service.opened;
  const { value, revision } = (await store.get(alertResource, 1, id))!;
  const next = { ...value, state: 'closed', closed_on: now() };
  await store.update(alertResource, 1, id, next, revision, { user: 'alert', requestId: 'alert' });
}

/** Looks once, as every few seconds: with all that is stored. */
async function look(opened = service.opened): Promise<void> {
  await opened.follower.freshEverywhere();
  await opened.jobs.run('channels');
}
const set = (alerts: object | null) => send('PUT', '/member', { body: { alerts } });
const taken = () => receiver.received.filter(({ answered }) => answered === 204);
const idsOf = (all: readonly { readonly headers: Receiver['received'][number]['headers'] }[]) =>
  all.map(({ headers }) => headers['auction-tiers-id']);
const kept = async (): Promise<Channel> => rowOf(expectOk(await send('GET', `/channel?id=${channel.id}`)), 'channel');

test('a webhook is signed, says what was opened and closed, and its secret and path are shown once', async () => {
  const id = await open({ sentence: 'Saffron <Travel>: 0 bids' });
  await look();
  await close(id);
  await look();
  expect(idsOf(receiver.received)).toEqual([`${channel.id}-${id}-opened`, `${channel.id}-${id}-closed`]);
  for (const { headers, body } of receiver.received) {
    const timestamp = String(headers['auction-tiers-timestamp']);
    expect(Number(timestamp)).toBe(Math.floor(clock.epochMs() / 1000));
    const hmac = createHmac('sha256', channel.secret!).update(`${timestamp}.${body}`).digest('hex');
    expect(headers['auction-tiers-signature']).toBe(`v1=${hmac}`);
  }
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
    event: 'opened',
    link: `https://tiers.example/app/today/alerts?ym=1&alert=${id}`,
    alert: { id, kind: 'buyer', subject_id: 107, sentence: 'Saffron <Travel>: 0 bids', state: 'open', member_id: 1 },
  });
  expect(await kept()).toMatchObject({ secret: null, problem: null, arrived_on: now() });
  // Neither an answer nor the log of changes has the path, which often is the password of such an address.
  const log = (await send('GET', '/change-log?service=channel')).text;
  expect(`${log}${(await send('GET', '/channel')).text}`).not.toMatch(/hidden|atw_/);
});

test('a receiver that answers 500 for an hour gets every alert once it is back, in order, each with one id', async () => {
  receiver.answer = 500;
  const ids = [await open(), await open({ subject_id: 108 })];
  await look();
  for (let minute = 0; minute < 60; minute++) {
    clock.pass(minuteMs);
    if (minute === 20) ids.push(await open({ subject_id: 109 }));
    await look();
  }
  // Attempts become rarer, and only the first alert is tried: the others wait behind it.
  expect(receiver.received.length).toBeGreaterThan(4);
  expect(receiver.received.length).toBeLessThan(16);
  expect(new Set(idsOf(receiver.received))).toEqual(new Set([`${channel.id}-${ids[0]}-opened`]));
  expect(await kept()).toMatchObject({ problem: 'it did not take the message' });
  receiver.answer = 204;
  clock.pass(16 * minuteMs);
  await look();
  await look();
  expect(idsOf(taken())).toEqual(ids.map((id) => `${channel.id}-${id}-opened`));
  expect(await kept()).toMatchObject({ problem: null });
  const metrics = await service.opened.metricsText();
  expect(metrics).toMatch(/^auction_tiers_channel_deliveries_total\{kind="webhook",outcome="failed"\} \d+$/m);
});

test('what a receiver has not taken for 24 hours is given up, and what came since is told', async () => {
  receiver.answer = 503;
  await open();
  await look();
  clock.pass(25 * hourMs);
  receiver.answer = 204;
  const id = await open({ subject_id: 110 });
  await look();
  expect(idsOf(taken())).toEqual([`${channel.id}-${id}-opened`]);
  expect(await service.opened.metricsText()).toMatch(/deliveries_total\{kind="webhook",outcome="given_up"\} 1$/m);
});

test('another process goes on where one stopped, and two at once tell each alert once', async () => {
  const other = await openInstance(
    { ...environment, REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir },
    { clock },
  );
  try {
    const ids = [await open(), await open({ subject_id: 111 })];
    await Promise.all([look(), look(other.opened)]);
    await look(other.opened);
    ids.push(await open({ subject_id: 112 }));
    await look(other.opened);
    await look();
    expect(idsOf(receiver.received)).toEqual(ids.map((id) => `${channel.id}-${id}-opened`));
  } finally {
    await other.close();
  }
});

test('in quiet hours nothing is sent, and at their end all of it; a channel that is not named is told nothing', async () => {
  const hour = new Date(clock.epochMs()).getUTCHours();
  const { timezone } = rowOf(expectOk(await send('GET', '/member?id=1')), 'member');
  expectOk(await send('PUT', '/member', { body: { timezone: 'UTC' } }));
  expectOk(await set({ quiet_hours: [hour, (hour + 2) % 24] }));
  const id = await open({ subject_id: 113 });
  await look();
  expect(receiver.received).toEqual([]);
  clock.pass(2 * hourMs);
  await look();
  expect(idsOf(receiver.received)).toEqual([`${channel.id}-${id}-opened`]);
  expectOk(await set({ channels: [channel.id] }));
  // Alerts that are for it alone would be told to nobody.
  expect((await send('DELETE', `/channel?id=${channel.id}`)).status).toBe(409);
  expectOk(await set({ channels: [] }));
  await open({ subject_id: 114 });
  await look();
  expect(receiver.received).toHaveLength(1);
  expectOk(await send('PUT', '/member', { body: { alerts: null, timezone } }));
  const unknown = await set({ channels: [channel.id, 99_999] });
  expect([unknown.status, issuePaths(unknown)]).toEqual([409, ['alerts.channels.1']]);
  const refused = await set({ quiet_hours: [22, 24], digest_hour: -1, channels: ['all'] });
  expect(refused.status).toBe(400);
  expect(issuePaths(refused)).toEqual(['alerts.quiet_hours.1', 'alerts.digest_hour', 'alerts.channels.0']);
});

test('what is muted before its turn is not told, and neither is its end; of what was told before, the end is', async () => {
  receiver.answer = 204;
  const told = await open({ subject_id: 116 });
  await look();
  receiver.answer = 500;
  const first = await open({ subject_id: 117 });
  await look();
  const muted = await open({ subject_id: 118 });
  const ofKind = await open({ kind: 'fill', subject_id: null });
  const last = await open({ subject_id: 119 });
  for (const id of [told, muted]) expectOk(await send('PUT', `/alert?id=${id}`, { body: { muted: true } }));
  expectOk(await set({ muted: ['fill'] }));
  receiver.answer = 204;
  clock.pass(16 * minuteMs);
  await look();
  for (const id of [told, muted, ofKind]) await close(id);
  await look();
  const expected = [
    [told, 'opened'],
    [first, 'opened'],
    [last, 'opened'],
    [told, 'closed'],
  ] as const;
  expect(idsOf(taken())).toEqual(expected.map(([id, event]) => `${channel.id}-${id}-${event}`));
  expectOk(await set(null));
});

test('a test says what came of it, over both doors; where an answer leads is not followed', async () => {
  const path = `/alert/test?channel_id=${channel.id}`;
  const { response } = expectOk(await send('POST', path));
  expect(response['alert-test']).toEqual({ channel_id: channel.id, problem: null });
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ event: 'test' });
  receiver.answer = 302;
  receiver.headers = { location: `http://127.0.0.1:${receiver.port}/elsewhere` };
  const client = createClient(service.url, service.people.seller1.api_key);
  const tested = await client.alert.test.mutate({ channel_id: channel.id });
  expect(tested).toEqual({ channel_id: channel.id, problem: 'it did not take the message' });
  expect(receiver.received).toHaveLength(2);
  receiver.headers = {};
});

test('Slack gets a text without marks of its own', async () => {
  const body = { name: 'Slack', to: `http://127.0.0.1:${receiver.port}/`, format: 'slack' };
  const { id } = rowOf(expectOk(await send('POST', '/channel', { body })), 'channel');
  const sites = rowOf(expectOk(await send('GET', '/ym-profile?id=1')), 'ym-profile');
  const alert = await open({ sentence: '<!everyone> & more', subject_id: 115 });
  await look();
  const bodies = receiver.received.filter(({ headers }) => headers['auction-tiers-id'] === `${id}-${alert}-opened`);
  expect(bodies.map((one) => JSON.parse(one.body) as unknown)).toEqual([
    {
      text: `[${sites.name}] &lt;!everyone&gt; &amp; more\nhttps://tiers.example/app/today/alerts?ym=1&amp;alert=${alert}`,
    },
  ]);
  expectOk(await send('DELETE', `/channel?id=${id}`));
  await look();
});

test.for([
  'http://10.0.0.7/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:10.0.0.7]/',
  'http://2130706434/',
  'ftp://example.com/',
  'http://ann:secret@example.com/',
  'a word',
])('a webhook to %s is refused, and its text is not repeated', async (to) => {
  const refused = await send('POST', '/channel', { body: { name: 'Within', to } });
  expect(refused.status).toBe(400);
  expect(issuePaths(refused)).toEqual(['to']);
  expect(refused.text).not.toContain('secret');
});

test('a name that leads to an address of this host is not sent to, whatever it led to before', async () => {
  const body = { name: 'By name', to: `http://localhost:${receiver.port}/` };
  // Only 127.0.0.1 is allowed here, and the name has ::1 too or only the one that is allowed.
  const { id } = rowOf(expectOk(await send('POST', '/channel', { body })), 'channel');
  const strict = await openInstance(
    { ...environment, WEBHOOK_ALLOW: '', REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir },
    { clock },
  );
  try {
    const { response } = expectOk(await strict.send('POST', `/alert/test?channel_id=${id}`));
    expect(response['alert-test']).toMatchObject({
      problem: expect.stringMatching(/localhost is not on the public internet.* operator/),
    });
    expect(receiver.received).toEqual([]);
  } finally {
    await strict.close();
    expectOk(await send('DELETE', `/channel?id=${id}`));
  }
});

test.for([
  ['8.8.8.8', true],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['2606:4700:4700::1111', true],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::a00:7', false],
  ['2002:a00:7::', false],
  ['::ffff:8.8.8.8', false],
  ['192.168.7.7', true],
] as const)('whether webhooks may go to %s: %s', ([address, may]) => {
  const allowed = new BlockList();
  allowed.addSubnet('192.168.7.0', 24);
  expect(isAllowed(address, allowed)).toBe(may);
});

test('managers alone make channels, and a repeated create is one channel with one secret', async () => {
  const body = { name: 'Again', to: 'https://alerts.example/' };
  const headers = { 'idempotency-key': 'channel-once' };
  const made = await Promise.all([1, 2].map(() => send('POST', '/channel', { body, headers })));
  const [one, other] = made.map((answer) => rowOf(expectOk(answer), 'channel'));
  expect(other).toMatchObject({ id: one!.id, secret: one!.secret });
  const user = { username: 'publisher of alerts', password: 'a long pass phrase', access: 'publisher', member_id: 1 };
  const admin = await tokenOf(service, 'admin');
  const { id } = rowOf(expectOk(await send('POST', '/user', { key: admin, body: user })), 'user');
  const { key } = rowOf(
    expectOk(
      await send('POST', '/api-key', {
        key: admin,
        body: { user_id: id, scopes: ['read', 'write'] },
      }),
    ),
    'api-key',
  );
  for (const [method, path] of [
    ['POST', '/channel'],
    ['PUT', `/channel?id=${one!.id}`],
    ['DELETE', `/channel?id=${one!.id}`],
    ['POST', `/alert/test?channel_id=${one!.id}`],
  ] as const) {
    const refused = await send(method, path, {
      key,
      ...(path.startsWith('/channel') && method !== 'DELETE' ? { body } : {}),
    });
    expect(refused.status).toBe(403);
  }
  expect((await send('GET', `/channel?id=${one!.id}`, { key })).status).toBe(200);
});

test('a channel is given another name and address under its secret; what it was told is in no answer', async () => {
  const id = await open();
  await look();
  const client = createClient(service.url, service.people.seller1.api_key);
  const changes = { name: 'Day shift', to: `http://127.0.0.1:${receiver.port}/other/hidden` };
  expect(await client.channel.update.mutate({ id: channel.id, changes })).toMatchObject({
    name: 'Day shift',
    to: `http://127.0.0.1:${receiver.port}/…`,
    secret: null,
  });
  await close(id);
  await look();
  const [last] = taken().slice(-1);
  expect(last).toMatchObject({ path: '/other/hidden' });
  const timestamp = String(last!.headers['auction-tiers-timestamp']);
  const signed = createHmac('sha256', channel.secret ?? '')
    .update(`${timestamp}.${last!.body}`)
    .digest('hex');
  expect(last!.headers['auction-tiers-signature']).toBe(`v1=${signed}`);
  for (const [body, path] of [
    [{ to: 'http://10.0.0.1/' }, 'to'],
    [{ kind: 'mail' }, 'to'],
    [{ kind: 'mail', to: 'ann@example.com' }, 'to'],
  ] as const) {
    const refused = await send('PUT', `/channel?id=${channel.id}`, { body });
    expect([refused.status, issuePaths(refused)]).toEqual([400, [path]]);
  }
  const log = expectOk(await send('GET', '/change-log?service=channel&num_elements=1000'));
  for (const { text } of [log, expectOk(await send('GET', '/channel'))]) {
    expect(text).toContain('Day shift');
    expect(text).not.toMatch(/told|through|hidden/);
  }
});

test('a view is changed, and sent at its time to a program with its rows and picture, and to a chat as a sentence', async () => {
  const { id: ym } = await demoYmProfile(send);
  const to = `http://127.0.0.1:${receiver.port}/chat`;
  const chat = rowOf(
    expectOk(await send('POST', '/channel', { body: { name: 'Chat', to, format: 'slack' } })),
    'channel',
  );
  const body = { name: 'Buyers', address: `/buyers?ym=${ym}&from=-7&to=-1` };
  const view = rowOf(expectOk(await send('POST', '/view', { body })), 'view');
  expect(view).toMatchObject({ every: 'never', due_on: null });
  const client = createClient(service.url, service.people.seller1.api_key);
  for (const [channelId, read] of [
    [channel.id, (sent: string) => JSON.parse(sent) as object],
    [chat.id, (sent: string) => (JSON.parse(sent) as { readonly text: string }).text.split('\n')],
  ] as const) {
    const changes = { name: 'Buyers <each day>', every: 'day', channel_id: channelId } as const;
    const changed = await client.view.update.mutate({ id: view.id, changes });
    const dueMs = Date.parse(`${changed.due_on?.replace(' ', 'T')}Z`);
    expect(dueMs).toBeGreaterThan(clock.epochMs());
    clock.pass(dueMs - clock.epochMs());
    await service.opened.follower.freshEverywhere();
    receiver.received.length = 0;
    await service.opened.jobs.run('views');
    expect(receiver.received).toHaveLength(1);
    const link = expect.stringMatching(/^https:\/\/tiers\.example\/app\/buyers\?ym=\d+&from=/) as string;
    expect(read(receiver.received[0]!.body)).toEqual(
      channelId === chat.id
        ? [
            expect.stringMatching(/^Buyers &lt;each day&gt;: .*, \w+ \d+ \w+ to \w+ \d+ \w+$/),
            expect.stringContaining('&amp;from='),
          ]
        : expect.objectContaining({
            event: 'view',
            link,
            csv: expect.any(String),
            chart: expect.stringMatching(/^<svg/),
          }),
    );
  }
  const foreign = await send('PUT', `/view?id=${view.id}`, { body: { address: '/tiers?ym=999999' } });
  expect(issuePaths(foreign)).toEqual(['address']);
  expectOk(await send('PUT', `/view?id=${view.id}`, { body: { every: 'never' } }));
  expect(rowOf(expectOk(await send('GET', `/view?id=${view.id}`)), 'view').due_on).toBeNull();
});

test('a view of more days than hours are kept is sent; one whose ym-profile is gone is not, and keeps none waiting', async () => {
  const gone = rowOf(expectOk(await send('POST', '/ym-profile', { body: { name: 'Gone' } })), 'ym-profile');
  const { id: ym, name } = await demoYmProfile(send);
  const sent = { every: 'day', channel_id: channel.id };
  const make = async (view: object) =>
    rowOf(expectOk(await send('POST', '/view', { body: { ...sent, ...view } })), 'view');
  const without = await make({ name: 'Gone', address: `/tiers?ym=${gone.id}&from=-7&to=0` });
  const long = await make({ name: 'Quarter', address: `/tiers?ym=${ym}&from=-90&to=0` });
  const old = await make({ name: 'Before', address: `/tiers?ym=${ym}&from=-90&to=-60` });
  expectOk(await send('DELETE', `/ym-profile?id=${gone.id}`));
  expectOk(await send('POST', '/auction', { body: { ym_profile_id: ym, bids: [] } }));
  await service.opened.liveReport.flush();
  clock.pass(Date.parse(`${long.due_on?.replace(' ', 'T')}Z`) - clock.epochMs());
  await service.opened.follower.freshEverywhere();
  await service.opened.jobs.run('views');
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { view: { name: string }; chart: string });
  expect(bodies.map(({ view }) => view.name)).toEqual(['Quarter', 'Before']);
  expect(bodies[0]!.chart).toContain(
    `Net of ${name} by hour since ${dayWords(new Date(clock.epochMs() - 33 * 24 * hourMs).toISOString().slice(0, 10))}`,
  );
  for (const { id, due_on } of [without, long, old]) {
    const next = rowOf(expectOk(await send('GET', `/view?id=${id}`)), 'view').due_on;
    expect(next! > due_on!).toBe(true);
    expectOk(await send('DELETE', `/view?id=${id}`));
  }
});

test('a webhook to a name of a loopback or private address is a 400 when it is made', async () => {
  const guarded = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir, WEBHOOK_ALLOW: '' });
  onTestFinished(() => guarded.close());
  for (const host of ['localhost', '[::1]', '127.1']) {
    const body = { name: 'Inside', to: `http://${host}:8080/hook` };
    const refused = await guarded.send('POST', '/channel', { body });
    expect([host, refused.status, issuePaths(refused)]).toEqual([host, 400, ['to']]);
  }
});

test('the test of a webhook that leads inside says that it was not taken, and not what answers there', async () => {
  const said = new Set<unknown>();
  const tested = async (port: number) => {
    const to = `http://localhost:${port}/inside`;
    const { id } = rowOf(expectOk(await send('POST', '/channel', { body: { name: `At ${port}`, to } })), 'channel');
    const { response } = expectOk(await send('POST', `/alert/test?channel_id=${id}`));
    said.add((response['alert-test'] as { readonly problem: unknown }).problem);
  };
  for (const answer of [404, 500]) {
    receiver.answer = answer;
    await tested(receiver.port);
  }
  // Nothing listens there.
  await tested(1);
  expect([...said]).toEqual(['it did not take the message']);
});
