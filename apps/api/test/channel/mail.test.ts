import { type Alert, alertResource, type Channel, findServiceWord, type Member } from '@auction-tiers/contract';
import { findForeignForm } from '@auction-tiers/tools/words';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { nextDue } from '../../src/channel/view-schedule.ts';
import { mailWith, momentWords } from '../../src/channel/mail.ts';
import { keepAlert, ownAlert } from '../fixture/alert.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Mailbox, startMailbox } from '@auction-tiers/tools/mailbox';
import { issuePaths, rowOf } from '../fixture/request.ts';
import { startService, type TestService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const hourMs = 3_600_000;
const clock = new TestClock();
let box: Mailbox;
let service: TestService;
let channel: Channel;

beforeAll(async () => {
  box = await startMailbox();
  const settings = { SMTP_URL: box.url, MAIL_FROM: 'tiers@example.com', PUBLIC_URL: 'https://tiers.example' };
  service = await startService({ RECORD_AUCTIONS: '0', ...settings }, { clock });
  // The beginning of a day: hours of this test are those of the clock.
  clock.pass(24 * hourMs - (clock.epochMs() % (24 * hourMs)));
  const body = { name: 'Both', kind: 'mail', to: 'ann@example.com, ben@example.org' };
  channel = rowOf(expectOk(await service.send('POST', '/channel', { body })), 'channel');
  expect(channel.unconfirmed).toBe('ann@example.com, ben@example.org');
  for (const { source } of box.mails) await confirm(channel.id, codeIn(source));
  channel = rowOf(expectOk(await service.send('GET', `/channel?id=${channel.id}`)), 'channel');
  expect(channel.unconfirmed).toBeNull();
  expectOk(await service.send('PUT', '/member', { body: { timezone: 'UTC' } }));
});
afterAll(async () => {
  await service.close();
  box.close();
});
beforeEach(() => {
  box.mails.length = 0;
});

// Every mail of these tests: its subject, its text and its HTML.
afterEach(() => {
  const texts = box.mails.flatMap(({ source }) => textsIn(read(source)));
  expect(texts.flatMap((text) => findForeignForm(text, 'page') ?? findServiceWord(text) ?? [])).toEqual([]);
});

/** What a mail shows, by lines, without addresses of the page. */
function textsIn(source: string): string[] {
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(source)?.[1] ?? '';
  const parts = source.split(/\r\n--/).filter((part) => /content-type: text\/(?:plain|html)/i.test(part));
  const shown = parts.map((part) =>
    part.slice(part.indexOf('\r\n\r\n')).replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, '\n'),
  );
  return [subject, ...shown.flatMap((text) => text.replaceAll(/https?:\S+/g, '').split(/\r?\n/))];
}

test('a time is told to the minute, and what is no time is not told as one', () => {
  const told = 'Sun 29 Nov, 20:52 (America/New_York)';
  expect(momentWords('2026-11-30 01:52:07', 'America/New_York')).toBe(told);
  expect(momentWords('2026-11-30 01:52:59.999', 'America/New_York')).toBe(told);
  for (const text of ['2026-02-30 01:52:07', 'never', '']) expect(momentWords(text, 'UTC')).toBe(text);
});

const codeIn = (source: string) => /Code: (\S+)/.exec(read(source))?.[1] ?? '';
const confirm = async (id: number, code: string) =>
  service.send('PUT', `/channel?id=${id}`, { body: { confirmation_code: code } });
const now = () => new Date(clock.epochMs()).toISOString().slice(0, 19).replace('T', ' ');
const open = (more: Partial<Alert>) => keepAlert(service.opened, 1, { ...ownAlert, since: now(), ...more });
async function look(): Promise<void> {
  await service.opened.follower.freshEverywhere();
  await service.opened.jobs.run('channels');
}
/** A mail without the line breaks of its encoding. */
const read = (source: string) =>
  source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/((?:=[\dA-F]{2})+)/g, (all: string) => Buffer.from(all.replaceAll('=', ''), 'hex').toString());

test('an alert is one mail, as text and as HTML, to all of a channel; its text cannot add headers or markup', async () => {
  expect(channel).toMatchObject({ secret: null, to: 'ann@example.com, ben@example.org' });
  const sentence = '<script>alert(1)</script>\r\nBcc: eve@example.net: 0 bids, where 310 bids are usual';
  const id = await open({ sentence });
  await look();
  await look();
  expect(box.mails).toHaveLength(1);
  const [{ from, to, source }] = box.mails as [Mailbox['mails'][number]];
  expect({ from, to }).toEqual({ from: 'tiers@example.com', to: ['ann@example.com', 'ben@example.org'] });
  const text = read(source);
  const [headers = ''] = source.split('\r\n\r\n');
  expect(headers).not.toMatch(/^bcc/im);
  expect(headers).toMatch(/^Subject: \[[^\]]+\] <script>alert\(1\)<\/script> Bcc: eve@example\.net/m);
  expect(headers).toContain(`Message-ID: <${channel.id}-${id}-opened@example.com>`);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text.slice(text.indexOf('text/html'))).not.toMatch(/<script|<img|src=/);
  expect(text).toContain(`See the alert: https://tiers.example/app/today/alerts?ym=1&alert=${id}`);
  expect(text).toContain(`href="https://tiers.example/app/today/alerts?ym=1&amp;alert=${id}"`);
  expect(text).toContain('Also unusual: fill, net');
  expect(text).toContain('Effect on net: −4.12 USD');
  // That it is over is in the digest.
  const { store } = service.opened;
  const { value, revision } = (await store.get(alertResource, 1, id))!;
  const next = { ...value, state: 'closed', closed_on: now() };
  await store.update(alertResource, 1, id, next, revision, { user: 'alert', requestId: 'alert' });
  await look();
  expect(box.mails).toHaveLength(1);
});

test('an alert of a draft says in the words of the trade what it changes, for which sites, with a link to it', async () => {
  const { name } = rowOf(expectOk(await service.send('GET', '/ym-profile?id=1')), 'ym-profile');
  const sentence =
    'Draft Autumn was not published at its time: tier 7 Gold, min_price: 2.000000 when the draft was made, set to 2.500000, 9.123400 in the draft';
  await open({ kind: 'draft', subject_id: 9, sentence });
  await look();
  const text = read(box.mails[0]!.source);
  expect(text).toContain(`Subject: [${name}] Draft Autumn`);
  expect(text).toContain(
    'tier Gold, net minimum (USD CPM): 2.00 when the draft was made, set to 2.50, 9.1234 in the draft',
  );
  expect(text).toContain(`Group of sites: ${name}`);
  expect(text).toContain('https://tiers.example/app/draft?ym=1&draft=9');
});

test('a mailbox that is full gets it later, and what it said is told', async () => {
  box.isFull = true;
  const id = await open({ sentence: 'Later' });
  await look();
  const { problem } = rowOf(expectOk(await service.send('GET', `/channel?id=${channel.id}`)), 'channel');
  expect(problem).toBe('the mail server answered 452');
  box.isFull = false;
  clock.pass(60_000);
  await look();
  expect(box.mails.map(({ source }) => /^Message-ID: <(.*)@/m.exec(source)?.[1])).toEqual([
    `${channel.id}-${id}-opened`,
  ]);
});

test('a day is summed up once, at its hour, with its net against a week before, also in quiet hours', async () => {
  const { send, opened } = service;
  const { id: ym, name } = await demoYmProfile(send);
  const bids = [{ id: 'b', member_id: 101, price: 10 }];
  const decide = async (count: number) => {
    const auctions = Array.from({ length: count }, (_, at) => ({ ym_profile_id: ym, seed: `s${at}`, bids }));
    expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
    await opened.liveReport.flush();
  };
  const known = await open({ sentence: 'Known to be so' });
  await look();
  box.mails.length = 0;
  expectOk(await send('PUT', `/alert?id=${known}`, { body: { muted: true } }));
  await open({ kind: 'recording', subject_id: null, sentence: 'Of a muted kind' });
  await decide(200);
  clock.pass(7 * 24 * hourMs);
  await decide(100);
  const alerts = { quiet_hours: [22, 9], digest_hour: 8, muted: ['recording'] };
  expectOk(await send('PUT', '/member', { body: { alerts } }));
  // The next day, before and at its hour.
  clock.pass(31 * hourMs - (clock.epochMs() % (24 * hourMs)));
  await open({ sentence: 'Saffron Travel: 0 bids' });
  await look();
  expect(box.mails).toEqual([]);
  clock.pass(hourMs);
  await look();
  await look();
  clock.pass(hourMs / 2);
  await look();
  expect(box.mails).toHaveLength(1);
  const text = read(box.mails[0]!.source);
  expect(text).toMatch(/^Subject: .*, \d open alerts?$/m);
  expect(text).toContain('Saffron Travel: 0 bids');
  expect(text).not.toMatch(/Known to be so|Of a muted kind/);
  expect(text).toMatch(new RegExp(`${name}: [\\d.]+ USD \\(a week earlier [\\d.]+ USD, −50\\.0 %\\)`));
  // Afterwards what opened in the quiet hours, and the next day's sum.
  clock.pass(hourMs);
  await look();
  expect(box.mails).toHaveLength(2);
  clock.pass(23 * hourMs);
  await look();
  expect(box.mails).toHaveLength(3);
});

test('a view is kept, and sent by mail at its time with its rows and a chart, once by all processes', async () => {
  const { send, opened } = service;
  const { id: ym } = await demoYmProfile(send);
  expectOk(await send('PUT', '/member', { body: { alerts: { digest_hour: 8, channels: [] } } }));
  const body = {
    name: '<b>Buyers</b>',
    address: `/buyers?ym=${ym}&q=sports&from=-7&to=-1`,
    every: 'day',
    channel_id: channel.id,
  };
  const view = rowOf(expectOk(await send('POST', '/view', { body })), 'view');
  const dueMs = Date.parse(`${view.due_on?.replace(' ', 'T')}Z`);
  expect(new Date(dueMs).getUTCHours()).toBe(8);
  expect(dueMs).toBeGreaterThan(clock.epochMs());
  expect(dueMs - clock.epochMs()).toBeLessThanOrEqual(24 * hourMs);
  const bids = [{ id: 'b', member_id: 114, price: 10 }];
  expectOk(await send('POST', '/auction', { body: { ym_profile_id: ym, bids } }));
  await opened.liveReport.flush();
  await opened.jobs.run('views');
  expect(box.mails).toEqual([]);
  clock.pass(dueMs - clock.epochMs());
  await opened.follower.freshEverywhere();
  box.isFull = true;
  await opened.jobs.run('views');
  box.isFull = false;
  clock.pass(hourMs / 2);
  await Promise.all([opened.jobs.run('views'), opened.jobs.run('views')]);
  await opened.jobs.run('views');
  expect(box.mails).toHaveLength(1);
  const { source } = box.mails[0]!;
  const text = read(source);
  expect(text).toMatch(/^Subject: <b>Buyers<\/b>$/m);
  expect(text).toContain('&lt;b&gt;Buyers&lt;/b&gt;');
  const day = (days: number) => new Date(clock.epochMs() + days * 24 * hourMs).toISOString().slice(0, 10);
  expect(text).toContain(`https://tiers.example/app/buyers?ym=${ym}&q=sports&from=${day(-7)}&to=${day(-1)}`);
  const parts = source
    .split('\r\n--')
    .filter((part) => part.includes('base64'))
    .map((part) => Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64'));
  const csv = parts.map(String).find((part) => part.includes('buyer_id'));
  expect(csv).toMatch(/buyer_id,buyer_name,.*net_usd/);
  expect(csv).toMatch(/\r\n114,Falcon Sports,/);
  // A picture that mail programs show, in the text.
  const png = parts.find((part) => part.subarray(1, 4).toString() === 'PNG')!;
  expect(png.readUInt32BE(16)).toBe(1280);
  const cid = /src="cid:([^"]+)"/.exec(text)?.[1];
  expect(source).toMatch(new RegExp(`Content-Id: <${cid}>`, 'i'));
  const { due_on } = rowOf(expectOk(await send('GET', `/view?id=${view.id}`)), 'view');
  expect(Date.parse(`${due_on?.replace(' ', 'T')}Z`) - dueMs).toBe(24 * hourMs);
  // A channel that views are sent to is not deleted under them.
  expect((await send('DELETE', `/channel?id=${channel.id}`)).status).toBe(409);
  expectOk(await send('DELETE', `/view?id=${view.id}`));
});

test('a view is sent at once to its channel alone, and its schedule stays; without a channel it says so', async () => {
  const { send } = service;
  const body = { name: 'At once', address: '/tiers?from=-7&to=-1', every: 'never', channel_id: channel.id };
  const view = rowOf(expectOk(await send('POST', '/view', { body })), 'view');
  const sendNow = async () => {
    await service.opened.follower.freshEverywhere();
    return expectOk(await send('POST', `/view/send?id=${view.id}`)).response['view-sent'];
  };
  const arrived = { channel_id: channel.id, problem: null };
  expect([await sendNow(), await sendNow()]).toEqual([arrived, arrived]);
  const ids = box.mails.map(({ source }) => /^Message-ID: <(.*)@/m.exec(source)?.[1]);
  expect(new Set(ids).size).toBe(2);
  const [{ to, source }] = box.mails as [Mailbox['mails'][number]];
  expect(to).toEqual(['ann@example.com', 'ben@example.org']);
  expect(read(source)).not.toContain('every never');
  expect(source).toContain('filename=At-once.csv');
  box.isFull = true;
  const full = await sendNow();
  box.isFull = false;
  expect(full).toEqual({ channel_id: channel.id, problem: 'the mail server answered 452' });
  // The failure does not keep the next one waiting.
  expect(await sendNow()).toEqual(arrived);
  expectOk(await send('PUT', `/view?id=${view.id}`, { body: { every: 'day' } }));
  const dueOn = async () => rowOf(expectOk(await send('GET', `/view?id=${view.id}`)), 'view').due_on;
  const before = await dueOn();
  expect(await sendNow()).toEqual(arrived);
  expect(await dueOn()).toBe(before);
  expectOk(await send('PUT', `/view?id=${view.id}`, { body: { every: 'never', channel_id: null } }));
  expect(await sendNow()).toMatchObject({ channel_id: null, problem: expect.stringContaining('no channel') });
  expectOk(await send('DELETE', `/view?id=${view.id}`));
});

test.for<readonly [object, string]>([
  [{ address: 'https://elsewhere.example/' }, 'address'],
  [{ address: '//elsewhere.example/tiers' }, 'address'],
  [{ address: '/tiers?from=0&to=-7' }, 'address'],
  [{ address: '/tiers?from=2026-01-01' }, 'address'],
  [{ address: '/tiers?ym=999999' }, 'address'],
  [{ address: '/tiers', every: 'day' }, 'channel_id'],
])('a view of %j is refused at %s', async ([body, path]) => {
  const refused = await service.send('POST', '/view', { body: { name: 'Wrong', ...body } });
  expect(refused.status).toBe(400);
  expect(issuePaths(refused)).toEqual([path]);
});

test.for([
  ['day', '2026-11-26 12:00:00', '2026-11-27 12:00:00'],
  ['week', '2026-11-26 12:00:00', '2026-11-30 12:00:00'],
  ['month', '2026-11-26 12:00:00', '2026-12-01 12:00:00'],
  ['day', '2026-10-31 12:00:00', '2026-11-01 12:00:00'],
] as const)('what is sent each %s is due after %s at %s', ([every, after, due]) => {
  const member = { timezone: 'America/New_York', alerts: null };
  expect(nextDue({ every }, member, Date.parse(`${after.replace(' ', 'T')}Z`))).toBe(due);
});

test.for([
  // Clocks go from 2 to 3.
  ['America/New_York', 23, '2027-03-14T04:00:00Z', '2027-03-15 03:00:00'],
  ['America/New_York', 2, '2027-03-14T06:00:00Z', '2027-03-14 07:00:00'],
  // Clocks go from 0 to 1.
  ['Africa/Cairo', 0, '2027-04-28T22:00:00Z', '2027-04-29 22:00:00'],
] as const)('in %s the view of %i hours that is next after %s is due at %s', ([timezone, digest_hour, after, due]) => {
  const alerts = { digest_hour } as Member['alerts'];
  expect(nextDue({ every: 'day' }, { timezone, alerts }, Date.parse(after))).toBe(due);
});

test('where the zone of a member is changed, its views and its digest come at its hour there, with the net of the day', async () => {
  const { send, opened } = service;
  const { id: ym, name } = await demoYmProfile(send);
  const alerts = { digest_hour: 8, channels: null };
  expectOk(await send('PUT', '/member', { body: { timezone: 'UTC', alerts } }));
  // Noon of the next day.
  clock.pass(36 * hourMs - (clock.epochMs() % (24 * hourMs)));
  await look();
  box.mails.length = 0;
  const body = { name: 'Moved', address: `/buyers?ym=${ym}&from=-7&to=-1`, every: 'day', channel_id: channel.id };
  const view = rowOf(expectOk(await send('POST', '/view', { body })), 'view');
  expect(view.due_on).toMatch(/ 08:00:00$/);
  const bids = [{ id: 'b', member_id: 114, price: 100 }];
  expectOk(await send('POST', '/auction', { body: { ym_profile_id: ym, bids } }));
  await opened.liveReport.flush();
  expectOk(await send('PUT', '/member', { body: { timezone: 'Asia/Kathmandu' } }));
  await opened.follower.freshEverywhere();
  await opened.jobs.run('views');
  const moved = rowOf(expectOk(await send('GET', `/view?id=${view.id}`)), 'view');
  expect(moved.due_on).toMatch(/ 02:15:00$/);
  const dueMs = Date.parse(`${moved.due_on?.replace(' ', 'T')}Z`);
  expect(dueMs - clock.epochMs()).toBeLessThan(24 * hourMs);
  clock.pass(dueMs - 60_000 - clock.epochMs());
  await look();
  await opened.jobs.run('views');
  expect(box.mails).toEqual([]);
  clock.pass(60_000);
  await opened.follower.freshEverywhere();
  await opened.jobs.run('views');
  await look();
  const [sent, digest] = box.mails.map(({ source }) => read(source));
  expect(sent).toMatch(/^Subject: Moved$/m);
  expect(digest).toMatch(/\(Asia\/Kathmandu\)/);
  expect(digest).not.toContain(`${name}: 0.00 USD`);
  expect(digest).toMatch(new RegExp(`${name}: 0\\.0[1-9] USD`));
  expectOk(await send('DELETE', `/view?id=${view.id}`));
});

test('without a mail server no channel of mail is made, nor one with more addresses than ten', async () => {
  const body = { name: 'Many', kind: 'mail', to: Array(11).fill('ann@example.com').join(',') };
  const refused = await service.send('POST', '/channel', { body });
  expect(refused.status).toBe(400);
  expect(issuePaths(refused)).toEqual(['to']);
});

test('a subject is one line of at most 200 characters', () => {
  const content = { lines: [], rows: [], links: [], foot: '' };
  const { subject } = mailWith({ ...content, title: `a\u0000\r\nb\u2028${'c'.repeat(300)}` });
  expect(subject).toBe(`a b ${'c'.repeat(196)}`);
});

/** The tests of a channel that were answered, by what they said. */
async function testMany(id: number, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, () => service.send('POST', `/alert/test?channel_id=${id}`)),
  );
  return answers.map(({ status, response }) => [status, (response['alert-test'] as { problem?: unknown })?.problem]);
}

const toEve = () => box.mails.filter(({ to }) => to.includes('eve@example.net'));

test('an address that never agreed gets one mail, whatever is tested and however often', async () => {
  const { send } = service;
  const body = { name: 'Stranger', kind: 'mail', to: 'eve@example.net' };
  const { id } = rowOf(expectOk(await send('POST', '/channel', { body })), 'channel');
  const answers = await testMany(id, 192);
  expect(answers.every(([status, problem]) => status === 200 && String(problem).includes('confirmed'))).toBe(true);
  await open({ sentence: 'Not for strangers' });
  await look();
  expect(toEve()).toHaveLength(1);

  const code = codeIn(toEve()[0]!.source);
  expect(code).toHaveLength(16);
  const wrong = await confirm(id, `${code.slice(1)}2`);
  expect([wrong.status, issuePaths(wrong)]).toEqual([400, ['confirmation_code']]);
  const both = await send('PUT', `/channel?id=${id}`, { body: { confirmation_code: code, to: 'mallory@example.net' } });
  expect(both.status).toBe(400);
  const log = (await send('GET', '/change-log?service=channel')).text;
  expect(`${log}${(await send('GET', '/channel')).text}`).not.toContain(code);
  expect(rowOf(expectOk(await confirm(id, ` ${code.toUpperCase()} `)), 'channel').unconfirmed).toBeNull();
  expect((await confirm(id, code)).status).toBe(400);

  // What has confirmed once is not asked again, in another channel either.
  const again = rowOf(expectOk(await send('POST', '/channel', { body: { ...body, name: 'Again' } })), 'channel');
  expect(again.unconfirmed).toBeNull();
});

test('a member has at most 20 mails of tests and alerts within an hour, and the rest later', async () => {
  const { send } = service;
  const answers = await testMany(channel.id, 30);
  const sent = answers.filter(([status, problem]) => status === 200 && problem === null).length;
  expect(sent).toBeLessThanOrEqual(20);
  expect(answers.filter(([status]) => status === 429)).toHaveLength(30 - sent);
  const refused = await send('POST', `/alert/test?channel_id=${channel.id}`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Nor can a view be sent at once.
  const kept = { name: 'Once more', address: '/tiers', channel_id: channel.id };
  const view = rowOf(expectOk(await send('POST', '/view', { body: kept })), 'view');
  expect((await send('POST', `/view/send?id=${view.id}`)).status).toBe(429);
  expectOk(await send('DELETE', `/view?id=${view.id}`));
  // Nor can new channels be made for it.
  const body = { name: 'One more', kind: 'mail', to: 'more@example.net' };
  expect((await send('POST', '/channel', { body })).status).toBe(429);
  box.mails.length = 0;
  await open({ sentence: 'It waits' });
  await look();
  expect(box.mails.filter(({ to }) => to.includes('ann@example.com'))).toEqual([]);
});
