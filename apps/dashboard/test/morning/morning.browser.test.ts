// What people do in a morning, each by mouse and by keyboard, with the number of actions that it takes (`Hand`).

import { addDays, calendarOf, formatIn } from '@auction-tiers/calendar';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { TierSetFile } from '@auction-tiers/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { makeColleagues } from '../fixture/colleagues.ts';
import { createHand } from '../fixture/hand.ts';
import { expectNoFault } from '../fixture/look.ts';
import { makeYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, openWindow, patient, servedPage } from '../fixture/page.ts';
import { recordAuctions } from '../fixture/recorded-auctions.ts';
import { makeDraft, makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';
import { makeUser } from '../fixture/user.ts';
import { byKeyboard, someWays } from '../fixture/way.ts';

const run = promisify(execFile);

/** Runs a request in a shell, as one who has pasted it, and gives the answer. */
const paste = async (text: string) => JSON.parse((await run('bash', ['-c', text])).stdout) as unknown;

const room = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: title, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Two days have enough auctions, and are read sooner than eight. */
const today = calendarOf('America/New_York').dayAt(Date.now());
const yesterday = addDays(today, -1);
const days = `from=${yesterday}&to=${today}`;
const yesterdayText = formatIn('UTC', 'en-US', { dateStyle: 'medium' }).format(new Date(yesterday));

/** For a test that waits for two answers of the service that take a thread of it for seconds each. */
const twice = { timeout: 2 * patient.timeout };

describe.for(someWays)('$name', (way) => {
  const isByKeys = way === byKeyboard;

  test('why a bid did not win', patient, async (context) => {
    const page = await openRoom(context, `/today?${days}`);
    const hand = createHand(page, way);
    const finder = page.getByRole('region', { name: 'Find a recorded auction' });
    const answer = page.getByRole('region', { name: 'Answer' });
    await hand.press(room(page, 'Why?'));
    await hand.choose(finder.getByRole('combobox', { name: 'Buyer', exact: true }), '107', /\(107\)/);
    await hand.choose(finder.getByRole('combobox', { name: 'Outcome of its bid' }), 'outbid', 'outbid');
    // A whole hour: the one that goes on may have no such bid yet.
    const hour = `${yesterdayText}, 0`;
    await hand.choose(finder.getByRole('combobox', { name: /^Hour/ }), hour, new RegExp(hour));
    await expect.poll(() => finder.getAttribute('aria-busy')).toBe('false');
    await hand.openFirst(page.getByRole('grid', { name: 'Recorded auctions' }));
    await answer
      .getByText(/outranked|outbid|lost a draw/)
      .first()
      .waitFor();
    expect(hand.actions()).toBe(isByKeys ? 9 : 8);
    await expectNoFault(page);

    // The chosen bid is the one of buyer 107. Nobody of a higher priority has won: with a higher price it wins, and the
    // page says so at once.
    const id = /bid (\d+):/.exec((await answer.textContent()) ?? '')?.[1];
    const price = page.getByRole('textbox', { name: `Gross price of bid ${id} (USD CPM)` });
    await price.clear();
    await price.pressSequentially('900');
    await answer.getByText(/Changed: winner .*this bid .* → won/).waitFor();

    // A link shows another person the same.
    await expect.poll(() => decodeURIComponent(page.url())).toContain('"price":900');
    const { pathname, search } = new URL(page.url());
    const other = await openRoom(context, pathname.replace('/app', '') + search);
    await other.getByRole('region', { name: 'Answer' }).getByText('it wins').waitFor();
  });

  test('what a buyer did: one screen, two actions', patient, async (context) => {
    const page = await openRoom(context, '/today');
    const hand = createHand(page, way);
    await hand.press(room(page, 'Buyers'));
    await hand.goToFirst(page.getByRole('grid', { name: 'Buyers' }));
    const panel = page.getByRole('complementary', { name: 'Northwind Media' });
    await panel.getByText(/USD a day in the last 6 days, .* than in the week before/).waitFor();
    // In the first hour of a day nobody has bid on it yet.
    const { hour } = calendarOf('America/New_York').clockAt(Date.now());
    if (hour > 0) await panel.getByText(/Today so far it bids in [\d.]+ % of auctions/).waitFor();
    for (const figure of ['Bids', 'Mean bid (net USD CPM)', 'Won (%)', 'Spend, net (USD)']) {
      const chart = panel.getByRole('img', { name: `${figure} by day` });
      await expect.poll(() => chart.locator('.dot').count()).toBeGreaterThan(6);
      // All four are seen without scrolling; they are drawn anew once the recorded bids are read.
      await expect.poll(async () => (await chart.boundingBox())?.y).toBeLessThan(600);
    }
    await panel.getByRole('row', { name: /^Sum/ }).waitFor();
    expect(hand.actions()).toBe(2);
    await expectNoFault(page);
  });

  test('whether a change has paid: one action, and three to what undoing it is worth', patient, async (context) => {
    // Nothing is undone: other tests use the demo's tiers.
    const page = await openRoom(context, '/today');
    const hand = createHand(page, way);
    await hand.press(room(page, 'History'));
    const step = page.getByRole('listitem').filter({ hasText: 'Everyone else won before partners' });
    await step.getByText(/^Earned \+\d+\.\d\d .*USD on /).waitFor();
    expect(hand.actions()).toBe(1);
    await expectNoFault(page);
    await hand.press(step.getByRole('button', { name: 'Undo this step' }));
    await hand.press(page.getByRole('region', { name: 'What this is worth' }).getByRole('button', { name: 'Try it' }));
    await page.locator('.comparison-figure').waitFor();
    expect(hand.actions()).toBe(3);
    await expectNoFault(page);
  });

  test('what a change has earned in all since it was made: two actions', twice, async (context) => {
    const page = await openRoom(context, '/today');
    const hand = createHand(page, way);
    await hand.press(room(page, 'History'));
    const step = page.getByRole('listitem').filter({ hasText: 'Everyone else won before partners' });
    await hand.press(step.getByRole('button', { name: 'Since this change' }));
    await step.getByText(/^Since this change \+\d+\.\d\d USD in all, to /).waitFor();
    expect(hand.actions()).toBe(2);
    await expectNoFault(page);
  });

  test('a minimum is raised, once its value is decided', patient, async (context) => {
    const send = sendAs(context, servedPage(context).users.seller);
    const own = await makeTiers(send, `Decided ${way.name}`);
    await recordAuctions(send, own);
    // 412: a fast hand publishes while the page still saves the draft. What there is to be asked is asked again then.
    const page = await openRoom(context, `/today?ym=${own.ym}`, { allowed: /status of 412/ });
    const hand = createHand(page, way);
    await hand.press(room(page, 'Tiers'));
    await hand.openFirst(page.getByRole('grid', { name: 'Tiers' }));
    await hand.press(page.getByText('What another net minimum would do'));
    const slider = page.getByRole('slider', { name: 'Net minimum (USD CPM)' });
    await slider.waitFor();
    await hand.slide(slider);
    await page.getByText(/^At [\d.]+ USD CPM, estimated: .* bids in/).waitFor();
    await hand.press(button(page, 'Save in the draft'));
    await hand.press(page.getByRole('link', { name: 'Publish…' }));
    await hand.press(button(page, 'Publish 1 change'));
    await page.getByText('Published and live').waitFor();
    expect(Number(await own.minimum())).toBeGreaterThan(2);
    expect(hand.actions()).toBe(isByKeys ? 8 : 7);
  });

  test('one step is undone; what a later step changed stands in the way', patient, async (context) => {
    const { anna, own, asAnna, asBen } = await makeColleagues(context);
    const put = (send: typeof asAnna, change: object) =>
      send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': change });
    await put(asAnna, { min_price: '3.00' });
    await put(asBen, { priority: 9 });
    // 412: another user's change came while the page looked at what the step would do, and it looks again.
    const page = await openRoom(context, `/today?ym=${own.ym}`, { user: anna, allowed: /status of 4(?:09|12)/ });
    const hand = createHand(page, way);
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    const raise = steps.filter({ hasText: '2.00 → 3.00' });
    await hand.press(room(page, 'History'));
    await raise.getByRole('button', { name: 'Go back to before this' }).click();
    const going = page.getByRole('region', { name: 'Steps that go with it' });
    await going.getByText(/2 later steps go.*1 of .*ben.*1 of yours/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await hand.press(raise.getByRole('button', { name: 'Undo this step' }));
    await page.getByText('Undo this step: what would change').waitFor();
    await page.getByRole('button', { name: 'Undo the step, live' }).waitFor();
    await expectNoFault(page);
    await hand.type(page.getByLabel('Note for history'), 'not that much');
    await hand.press(button(page, 'Undo the step, live'));
    await steps.first().getByText('not that much').waitFor();
    await steps.first().getByText('Undo', { exact: true }).waitFor();
    const { 'ym-auction-tier': tier } = await asAnna('GET', `/ym-auction-tier?id=${own.tier}`);
    expect(tier).toMatchObject({ min_price: '2.000000', priority: 9 });
    expect(hand.actions()).toBe(4);

    await put(asBen, { min_price: '5.00' });
    await page.reload();
    await raise.getByRole('button', { name: 'Undo this step' }).click();
    const inTheWay = page.getByRole('alert', { name: 'Later changes' });
    await inTheWay.getByRole('row', { name: /Net minimum.*2\.00.*3\.00.*5\.00/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo the step, live' }).count()).toBe(0);
    await expectNoFault(page);
  });

  test('a new tier for two markets, phones and evenings', patient, async (context) => {
    const own = await makeYmProfile(context);
    const page = await openRoom(context, `/today?ym=${own.id}`);
    const hand = createHand(page, way);
    await hand.press(room(page, 'Tiers'));
    await hand.press(button(page, '+ New tier').first());
    const panel = page.getByRole('complementary', { name: 'New tier' });
    await hand.type(panel.getByLabel('Name', { exact: false }).first(), 'Phones in the evening');
    await hand.type(panel.getByLabel('Net minimum (USD CPM)'), '2.40');
    await hand.press(panel.getByRole('button', { name: 'New targeting profile' }));
    const form = page.getByRole('region', { name: 'New targeting profile' });
    await hand.press(form.getByRole('button', { name: '+ US market areas (DMA)' }));
    // What is typed of a profile and is none yet keeps the tier from being saved without it.
    await page.keyboard.press('Control+Enter');
    await panel.getByText('The new targeting profile is not finished').waitFor();
    const markets = form.getByRole('combobox', { name: 'US market areas (DMA)' });
    await hand.choose(markets, 'NYC', '501 New York NY');
    await hand.choose(markets, 'Boston', /Boston/);
    await hand.press(form.getByRole('button', { name: '+ Device types' }));
    await hand.choose(form.getByRole('combobox', { name: 'Device types' }), 'phone', 'phone');
    await hand.press(form.getByRole('button', { name: '+ Hours of the week' }));
    await hand.press(form.getByRole('button', { name: 'Evenings, 18 to 24' }));
    await form.getByText(/^New York NY DMA or Boston.* DMA, phone, 18:00–24:00$/).waitFor();
    await expectNoFault(page);
    await hand.choose(panel.getByLabel('Buyers').first(), 'falcon', 'Falcon Sports (114)');
    await panel.getByText('Falcon Sports (114)', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Save live/ }).count()).toBe(0);
    await hand.press(button(page, 'Save in the draft'));
    await page.getByRole('complementary', { name: 'Phones in the evening' }).waitFor();
    await hand.press(page.getByRole('link', { name: 'Publish…' }));
    await hand.press(button(page, 'Publish 2 changes'));
    await page.getByText('Published and live').waitFor();
    expect(hand.actions()).toBe(20);
    const answer = await own.ask(`/ym-profile/export?id=${own.id}`);
    const live = (answer as Record<string, TierSetFile>)['ym-profile-export']!;
    const tier = live.tiers.find(({ name }) => name === 'Phones in the evening')!;
    expect(tier).toMatchObject({ min_price: '2.400000', buyer_members: [{ id: 114 }] });
    expect(live.profiles.find(({ id }) => id === tier.profile_id)).toMatchObject({
      name: expect.stringMatching(/^New York NY DMA or Boston/),
      dma_targets: [{ dma: 501 }, { dma: 506 }],
      device_type_targets: ['phone'],
      daypart_timezone: 'America/New_York',
      daypart_targets: [{ day: 'all', start_hour: 18, end_hour: 23 }],
    });
  });

  test('a buyer is excluded, at a priority that works, in all groups of sites', patient, async (context) => {
    const user = await makeSeller(context, 'Seller that excludes');
    const send = sendAs(context, user);
    const [one, other] = [await makeTiers(send, 'One'), await makeTiers(send, 'Other')];
    // At the highest priority a draw would decide between it and an exclude.
    await send('PUT', `/ym-auction-tier?id=${one.tier}`, { 'ym-auction-tier': { priority: 10 } });
    const page = await openRoom(context, `/today?ym=${one.ym}`, { user, width: 390, colorScheme: 'dark' });
    const hand = createHand(page, way);
    await hand.press(room(page, 'Buyers'));
    await hand.type(page.getByLabel('Search', { exact: false }).first(), 'saffron');
    await page.getByRole('status').filter({ hasText: '1 of 20' }).waitFor();
    await hand.openFirst(page.getByRole('grid', { name: 'Buyers' }));
    const panel = page.getByRole('complementary', { name: 'Saffron Travel' });
    await hand.press(panel.getByRole('button', { name: 'Exclude this buyer…' }));
    await panel.getByText(/priority 10.*“Gold” has this priority too/).waitFor();
    await expectNoFault(page);
    await hand.press(panel.getByRole('button', { name: 'In the drafts of all 2 groups of sites' }));
    await panel.getByRole('link', { name: 'Draft of Other' }).waitFor();
    const draftOf = async (ym: number) => {
      const { drafts } = await send('GET', `/draft?ym_profile_id=${ym}`);
      return drafts.flatMap(({ tier_set: set }) => set?.tiers.map((tier) => [tier.name, tier.buyer_members]));
    };
    const saffron = [{ id: 107, name: 'Saffron Travel' }];
    const excluded = ['Excluded: Saffron Travel', saffron];
    expect(await draftOf(one.ym)).toEqual([['Gold', []], excluded]);
    expect(await draftOf(other.ym)).toEqual([['Gold', saffron], excluded]);
    await hand.press(panel.getByRole('link', { name: 'Draft of Other' }));
    await page.getByText('Excluded: Saffron Travel').first().waitFor();
    await hand.press(button(page, 'Publish…'));
    // The only tier of that buyer has nobody else.
    const asked = page.getByRole('alert').filter({ hasText: 'Live has no such error' });
    await asked.getByText(/Tier Gold .* can never win a bid: tier Excluded: Saffron Travel/).waitFor();
    await hand.press(button(page, 'Publish anyway'));
    await page.getByText('Published and live').waitFor();
    expect(hand.actions()).toBe(isByKeys ? 9 : 8);
  });

  test('a minimum is raised by 10 per cent, tried and published', patient, async (context) => {
    const send = sendAs(context, servedPage(context).users.seller);
    const own = await makeTiers(send, `Raised ${way.name}`);
    await recordAuctions(send, own);
    const page = await openRoom(context, `/today?ym=${own.ym}`);
    const hand = createHand(page, way);
    await hand.press(room(page, 'Tiers'));
    await hand.tick(page.getByLabel('Choose Gold'));
    await hand.type(page.getByLabel('Net minimum by (%)'), '10');
    await page.getByText('1 tier: net minimum × 1.10, e.g. Gold 2.00 → 2.20').waitFor();
    await expectNoFault(page);
    await hand.press(button(page, 'Change in the draft'));
    await page.getByRole('row', { name: /Gold/ }).getByText('2.20').waitFor();
    await hand.press(page.getByRole('link', { name: /draft, 1 change$/i }));
    await hand.press(button(page, 'Try it'));
    await page.locator('.comparison-figure').waitFor();
    await hand.press(button(page, 'Publish…'));
    await hand.press(button(page, 'Publish 1 change'));
    await page.getByText('Published and live').waitFor();
    expect(await own.minimum()).toBe('2.200000');
    expect(hand.actions()).toBe(8);
    // What it was forecast to earn stands beside it in History, and when that is checked.
    await hand.press(room(page, 'History'));
    const step = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first();
    await step.getByText(/^Forecast .* USD (?:on a day of [\d,]+ auctions?|per 1,000 auctions)$/).waitFor();
    await step.getByText(/^To be checked on /).waitFor();
  });

  test('a draft is scheduled: its time in both zones, and what becomes of it', patient, async (context) => {
    const of = await makeColleagues(context);
    const path = `/today?ym=${of.own.ym}`;
    const page = await openRoom(context, path, { user: of.anna, width: 390, colorScheme: 'dark' });
    const hand = createHand(page, way);
    await hand.press(page.getByRole('link', { name: 'Publish…' }));
    await hand.press(button(page, 'Schedule…'));
    await hand.type(page.getByLabel(/^Day/), '2099-12-01');
    await page.getByText('Live from Dec 1, 2099, 06:00, which is Dec 1, 2099, 11:00 (UTC)').waitFor();
    await hand.chooseLast(page.getByRole('radiogroup', { name: 'If the live tiers change before' }).getByRole('radio'));
    await page.getByText('only onto tiers as they are now').waitFor();
    await expectNoFault(page);
    await hand.press(button(page, 'Schedule'));
    await page.getByText('If the live tiers change before, it is not published').waitFor();
    const { draft } = await of.asAnna('GET', `/draft?id=${of.draft}`);
    expect(draft).toMatchObject({ state: 'scheduled', publish_at: '2099-12-01 11:00:00', if_changed: 'suspend' });
    expect(hand.actions()).toBe(5);
  });

  test('a conflict with what others have changed is settled side by side', patient, async (context) => {
    const { users } = servedPage(context);
    const send = sendAs(context, users.seller);
    const own = await makeTiers(send, 'Conflict');
    const draft = await makeDraft(send, own, '2.50');
    const page = await openRoom(context, `/today?ym=${own.ym}`, { allowed: /status of 409/ });
    const hand = createHand(page, way);
    await hand.press(page.getByRole('link', { name: 'Publish…' }));
    await button(page, 'Publish 1 change').waitFor();
    const colleague = users.others.find(({ member_id: id }) => id === users.seller.member_id) ?? users.seller;
    const change = { 'ym-auction-tier': { min_price: '3.00' } };
    const note = page.getByLabel('Note for history');
    await note.fill('Agreed with the buyer');
    await sendAs(context, colleague)('PUT', `/ym-auction-tier?id=${own.tier}`, change);
    await page.getByText('Live has changed since').waitFor();
    expect(await note.inputValue()).toBe('Agreed with the buyer');
    await hand.press(button(page, 'Publish 1 change'));
    await page.locator('.draft-actions .problem').waitFor();
    await page.getByText('1 change changed since').waitFor();
    expect(await own.minimum()).toBe('3.000000');
    await hand.press(button(page, 'Update the draft to live'));
    const row = page.getByRole('row', { name: /Gold/ });
    expect(await row.innerText()).toMatch(/2\.00[^]*3\.00[^]*2\.50/);
    await expectNoFault(page);
    await hand.chooseLast(row.getByRole('radio'));
    await hand.press(button(page, 'Settle and update the draft'));
    await page.getByText('Live has changed since').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Conflicts' }).waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await send('GET', `/draft?id=${draft}`)).draft.tier_set?.tiers[0]?.min_price)
      .toBe('2.500000');
    // It goes on where one was: publishing is asked about again, of what was settled.
    await hand.press(button(page, 'Publish 1 change'));
    await page.getByText('Published and live').waitFor();
    expect(await own.minimum()).toBe('2.500000');
    expect(hand.actions()).toBe(6);
  });

  test('a colleague is invited as a viewer, who chooses a password and changes nothing', patient, async (context) => {
    const { admin, member, anna, own } = await makeColleagues(context);
    const page = await openRoom(context, `/today?ym=${own.ym}`, { user: anna });
    const hand = createHand(page, way);
    const username = `viewer-${randomBytes(6).toString('hex')}`;
    await hand.press(room(page, 'Account'));
    await hand.press(button(page, 'Invite a user'));
    await hand.type(page.getByLabel('Username'), username);
    expect(await page.getByLabel(/^Viewer:/).isChecked()).toBe(true);
    await hand.press(button(page, 'Make the user'));
    const password = (await page.locator('.new-key').textContent()) ?? '';
    await expectNoFault(page);
    await hand.press(button(page, 'I have handed it over'));
    const row = page.getByRole('row', { name: username });
    await row.getByText('has not signed in').waitFor();
    expect(hand.actions()).toBe(5);

    const visit = await openWindow(context, { width: 390, allowed: /status of 40[03]/ });
    await visit.goto(`${servedPage(context).url}/app/account`);
    await visit.getByLabel('Username').fill(username);
    await visit.locator('input[type=password]').fill(password);
    await visit.getByRole('button', { name: 'Sign in' }).click();
    await visit.getByText('good for one sign-in').waitFor();
    await visit.locator('input[type=password]').nth(1).fill('a password of my own');
    // The notice says it, and nothing says it again.
    expect(await visit.getByRole('alert').count()).toBe(0);
    await visit.getByRole('button', { name: 'Sign in' }).click();
    await visit.getByText(`${username}, viewer of`).waitFor();
    await visit.getByText('change these settings').waitFor();
    expect(await visit.getByRole('radio', { name: /^By drafts only/ }).isDisabled()).toBe(true);
    expect(await visit.getByRole('button', { name: 'New key' }).count()).toBe(0);
    expect(await visit.getByRole('button', { name: 'Invite a user' }).count()).toBe(0);
    await expectNoFault(visit);
    const answer = (await admin('GET', `/user?username=${username}`)) as unknown as { readonly users: unknown };
    expect(answer.users).toMatchObject([{ member_id: member, access: 'viewer' }]);
  });

  test('a new seller begins: its sites, its settings, a key, a request to paste', patient, async (context) => {
    const { url, users } = servedPage(context);
    const name = `New seller ${randomBytes(4).toString('hex')}`;
    const { id } = await ask(url, users.admin, 'POST', '/member', { member: { name, currency: 'EUR' } });
    const user = await makeUser(context, Number(id));
    const page = await openRoom(context, '/today', { user });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const hand = createHand(page, way);
    const step = (title: string) => page.getByRole('listitem', { name: title });
    await hand.type(page.getByLabel('Name'), 'All sites');
    await hand.press(button(page, 'Make the group of sites'));
    await step('Time zone, currency and fee').getByText('prices and totals are in EUR').waitFor();
    await hand.press(step('Time zone, currency and fee').getByRole('button', { name: 'That is right' }));
    await step('Time zone, currency and fee').getByText('✓ done').waitFor();
    await hand.press(step('A key').getByRole('button', { name: 'Make a key for the ad server' }));
    await step('A key').getByText('✓ done').waitFor();
    await hand.press(step('How much is recorded').getByRole('button', { name: 'Record all' }));
    await step('How much is recorded').getByText('All are recorded.').waitFor();
    await expectNoFault(page);
    await step('The first auction').getByText('Waiting for the first auction').waitFor();
    await hand.press(step('The first auction').getByRole('button', { name: 'Copy', exact: true }));
    await button(page, 'Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(await paste(copied)).toMatchObject({ response: { status: 'OK' } });
    await step('The first auction').getByText('✓ done').waitFor();
    expect(hand.actions()).toBe(6);

    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoFault(page);
    const pre = step('The first auction').locator('pre');
    await page.getByText('OpenRTB', { exact: true }).click();
    expect(await paste(await pre.innerText())).toMatchObject({ response: { status: 'OK' } });
    await page.getByText('Prebid.js', { exact: true }).click();
    expect(await pre.innerText()).toMatch(/pbjs\.onEvent\('auctionEnd'[^]*authorization: "(?!YOUR)/);
    expect((await ask(url, users.admin, 'GET', `/member?id=${Number(id)}`))['member']).toMatchObject({
      record_share: 1,
    });
    const { users: found } = await ask(url, users.admin, 'GET', `/user?username=${user.username}`);
    const [{ id: userId }] = found as [{ readonly id: number }];
    const { 'api-keys': keys } = await ask(url, users.admin, 'GET', `/api-key?user_id=${userId}`);
    expect(keys).toMatchObject([{ name: 'Ad server', scopes: ['auction'] }]);
  });
});
