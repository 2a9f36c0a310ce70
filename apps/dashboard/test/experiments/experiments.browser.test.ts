/// <reference lib="dom" />

import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { recordAuctions } from '../fixture/recorded-auctions.ts';
import {
  makeDraft,
  makeExcludingDraft,
  makeSeller,
  makeTiers,
  type Send,
  sendAs,
  setMinimum,
} from '../fixture/seller.ts';

/** Buyer 107 bids above 110; without it each auction earns about 0.7 CPM less. */
async function sendAuctions(send: Send, ym: number, users = 'user'): Promise<void> {
  const auctions = Array.from({ length: 1000 }, (_, at) => ({
    ym_profile_id: ym,
    unit: `${users}-${at % 400}`,
    bids: [
      { id: 'a', member_id: 107, price: 2.4 + (at % 10) / 10 },
      { id: 'b', member_id: 110, price: 2 },
    ],
  }));
  await send('POST', '/auction/batch', { auctions });
}

test(
  'a draft is tested live, paused by its limit in money, seen under Today, and dropped',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'Careful experimenter');
    const send = sendAs(context, user);
    const own = await makeTiers(send, 'Tested live');
    const draft = await makeExcludingDraft(send, own);

    const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { user });
    await page.getByRole('button', { name: 'Test live…' }).click();
    await page.getByText('No auction of the last week was recorded').waitFor();
    await page.getByText('No limit is proposed: what the draft costs in that time is not known.').waitFor();
    expect(await page.getByRole('button', { name: 'Start live' }).isDisabled()).toBe(true);
    await page.getByLabel('What you expect, and by how much').fill('Net falls by 20 %, and no buyer minds');
    await page.getByRole('combobox', { name: 'Share of users' }).click();
    await page.getByRole('option', { name: '50 %' }).click();
    await page.getByLabel('It may lose at most (USD)').fill('0.20');
    await expectNoFault(page);
    await page.getByRole('button', { name: 'Start live' }).click();

    await page.getByRole('heading', { name: /^Live tests: / }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    // What publishes the draft now is the end of its test.
    expect(await page.getByRole('link', { name: 'Publish…' }).count()).toBe(0);
    await page.getByText('Net falls by 20 %, and no buyer minds').waitFor();
    await sendAuctions(send, own.ym);
    await page.getByText('Paused: the live tiers decide every auction.').waitFor();
    await page.getByText(/has lost 0\.\d\d, allowed: 0\.20/).waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Users', exact: true }).click();
    const arms = page.getByRole('table', { name: 'Auctions and users by tiers' });
    await expect
      .poll(async () => (await arms.innerText()).replaceAll(/\s+/g, ' '))
      .toMatch(/Live tiers \d{3} .* Draft \d{3} /);
    await page.getByRole('button', { name: 'Parts', exact: true }).click();
    const effect = page.getByRole('table', { name: 'Effect' });
    await effect
      .getByText(/−0\.\d\d/)
      .first()
      .waitFor();
    await page.getByText('A share of users cannot show how buyers react').first().waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/\bunits?\b|\barms?\b/);
    await page.locator('svg.chart').first().waitFor();
    await effect.getByText('Rules, all auctions').hover();
    await page.getByRole('tooltip').getByText('make of the same bids').waitFor();
    await expectNoFault(page);

    const narrow = await openRoom(context, `/today?ym=${own.ym}`, { user, width: 390, colorScheme: 'dark' });
    await narrow.getByRole('link', { name: 'Look at it' }).click();
    await narrow.getByText('Paused: the live tiers decide every auction.').waitFor();
    await narrow.locator('svg.chart').first().waitFor();
    await expectNoFault(narrow);

    await page.getByRole('button', { name: 'End and drop…' }).click();
    await page.getByRole('button', { name: 'End and drop', exact: true }).click();
    await page.getByText(/Ended: dropped, \w{3} \d/).waitFor();
    await page.getByText('Ended before a verdict').waitFor();
    // Neither the start nor the end of a test is a change of the tiers.
    await narrow.goto(narrow.url().replace(/\/draft.*/, `/today?ym=${own.ym}`));
    const last = narrow.getByRole('table', { name: 'Last steps' });
    await last.getByText('Adds tier Gold').waitFor();
    expect(await last.innerText()).not.toContain('Live test');
    expect((await send('GET', `/draft?id=${draft}`)).draft.state).toBe('open');
    expect(await own.minimum()).toBe('2.000000');
  },
);

test('a draft is published with a hold-back, and the room shows what it is for', patient, async (context) => {
  const user = await makeSeller(context, 'Careful publisher');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Held back');
  const draft = await makeDraft(send, own, '2.50');
  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { user });
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByLabel('Keep the previous tiers for 5 % of the users for 28 days').check();
  await expectNoFault(page);
  await page.getByRole('button', { name: /^Publish (1 change|anyway)/ }).click();
  await expect.poll(async () => (await send('GET', `/draft?id=${draft}`)).draft.state).toBe('published');
  const { experiments } = (await send('GET', `/experiment?ym_profile_id=${own.ym}`)) as unknown as {
    readonly experiments: readonly { readonly design: string; readonly share: number }[];
  };
  expect(experiments).toMatchObject([{ design: 'hold_back', share: 0.05, state: 'running' }]);
  const room = await openRoom(context, `/draft/tests?ym=${own.ym}`, { user });
  await room.getByText('still earns more than the previous tiers').waitFor();
  await expectNoFault(room);

  // While it runs, the next draft is published too, once its user has been told.
  const next = await makeDraft(send, own, '2.80');
  await page.goto(page.url().replace(/\/draft.*/, `/draft?ym=${own.ym}&draft=${next}`));
  await page.getByRole('link', { name: /Hold-back on 5 %/ }).waitFor();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('in a new phase').waitFor();
  expect(await page.getByLabel(/^Keep the previous tiers/).count()).toBe(0);
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByText('Published and live').waitFor();
  expect(await own.minimum()).toBe('2.800000');
});

test('a test that a live change has overtaken leads to its draft, and is published then', patient, async (context) => {
  const user = await makeSeller(context, 'Overtaken');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Overtaken');
  const draft = await makeDraft(send, own, '2.50');
  const experiment = { name: 'Canary', draft_id: draft, design: 'split', share: 0.1, hypothesis: '2 %' };
  const { id } = await send('POST', '/experiment', { experiment: { ...experiment, guard: { max_loss: '20.00' } } });
  await send('POST', `/experiment/start?id=${id}`);
  await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { description: 'Ours' } });
  const page = await openRoom(context, `/draft/tests?ym=${own.ym}`, { user, allowed: /status of 409/ });
  const endAndPublish = async () => {
    await page.getByRole('button', { name: 'End and publish the draft…' }).click();
    await page.getByRole('button', { name: 'End and publish the draft', exact: true }).click();
  };
  await endAndPublish();
  await page.getByRole('link', { name: 'update the draft to the live tiers' }).waitFor();
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume…' }).waitFor();
  await endAndPublish();
  await page.getByRole('link', { name: 'update the draft to the live tiers' }).click();
  await page.getByText('the live test “Canary” is testing it').first().waitFor();
  await page.getByRole('button', { name: 'Update the draft to live' }).click();
  await page.getByText('Live has changed since this draft was made').waitFor({ state: 'detached' });
  // What this page itself has made of the draft was seen, before the room has read it again.
  const isEnded = page.waitForResponse(/experiment\.end/);
  await page.route(/draft\.get/, async (route) => {
    await isEnded;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Live tests', exact: true }).click();
  await endAndPublish();
  await page.getByText('Ended: published').waitFor();
  expect(await own.minimum()).toBe('2.500000');
});

test('a draft that was changed unseen is not started, and the refusal leads to it', patient, async (context) => {
  const user = await makeSeller(context, 'Unseen');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Unseen');
  const draft = await makeDraft(send, own, '2.50');
  const planned = { name: 'Canary', draft_id: draft, design: 'split', share: 0.1, hypothesis: '2 %' };
  const { id } = await send('POST', '/experiment', { experiment: { ...planned, guard: { max_loss: '20.00' } } });
  const page = await openRoom(context, `/draft/tests?ym=${own.ym}`, { user, allowed: /status of 412/ });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Start live…');
  await page.getByText(`The draft was last changed by ${user.username}`).waitFor();
  // The page reads the draft again only once the change was refused.
  const isRefused = page.waitForResponse((response) => response.status() === 412);
  await page.route(/draft\.get/, async (route) => {
    await isRefused;
    await route.continue();
  });
  await setMinimum(send, draft, '2.70');
  await press('Start live');
  await page.getByRole('link', { name: 'Look at the draft' }).waitFor();
  expect(await page.getByRole('link', { name: 'update the draft to the live tiers' }).count()).toBe(0);
  expect(await send('GET', `/experiment?id=${id}`)).toMatchObject({ experiment: { state: 'planned' } });
  await expectNoFault(page);
  await press('Start live…');
  await press('Start live');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // One filled button: that of the question, while one is open; meanwhile the test can be paused, and nothing else asks.
  const buttons = page.getByRole('main').locator('button.mantine-Button-root');
  const filled = buttons.and(page.locator('[data-variant="filled"], :not([data-variant])'));
  await expect.poll(() => filled.allInnerTexts()).toEqual(['Pause']);
  await press('End and drop…');
  await expect.poll(() => filled.allInnerTexts()).toEqual(['End and drop']);
  expect(await page.getByRole('button', { name: 'End and publish the draft…' }).isDisabled()).toBe(true);
  await expectNoFault(page);
  await press('Cancel');
  await expect.poll(() => filled.allInnerTexts()).toEqual(['Pause']);
});

test('a pause for the sake of a buyer names it', patient, async (context) => {
  const user = await makeSeller(context, 'Named in a pause');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Named in a pause');
  const draft = await makeExcludingDraft(send, own);
  const planned = { name: 'Canary', draft_id: draft, design: 'split', share: 0.5, hypothesis: '2 %' };
  const { id } = await send('POST', '/experiment', { experiment: { ...planned, guard: { max_loss: '1000.00' } } });
  await send('POST', `/experiment/start?id=${id}`);
  const page = await openRoom(context, `/draft/tests?ym=${own.ym}`, { user });
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  for (let batch = 0; batch < 12; batch++) await sendAuctions(send, own.ym, `user-${batch}`);
  await page.getByText('Buyer Saffron Travel spends').waitFor();
  await page.getByRole('link', { name: /^Today/ }).click();
  await page.getByText(/is paused: buyer Saffron Travel spends/).waitFor();
});

test('a change beside an experiment that runs says what it does to it', patient, async (context) => {
  const user = await makeSeller(context, 'Beside');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Beside');
  const draft = await makeDraft(send, own, '2.50');
  const planned = { name: 'Canary', draft_id: draft, design: 'split', share: 0.1, hypothesis: '2 %' };
  const { id } = await send('POST', '/experiment', { experiment: { ...planned, guard: { max_loss: '20.00' } } });
  await send('POST', `/experiment/start?id=${id}`);
  const page = await openRoom(context, `/tiers?ym=${own.ym}&tier=${own.tier}`, { user, allowed: /status of 409/ });
  const panel = page.getByRole('complementary', { name: 'Gold' });
  await panel.getByText('“Canary” is running on this group of sites. A change of the live tiers').waitFor();
  await panel.getByLabel('Description').fill('Ours');
  // It is known before anything is typed that the tested draft cannot be changed.
  await panel.getByRole('button', { name: 'Save in another draft…' }).click();
  const said = panel.getByRole('alert').filter({ hasText: 'is being tested live and cannot be changed meanwhile' });
  await said.getByRole('link', { name: 'See the live test' }).waitFor();
  await expectNoFault(page);
  await said.getByRole('button', { name: 'Save mine in a new draft' }).click();
  await page.waitForURL(/[?&]draft=\d+/);
  const made = (await send('GET', `/draft?ym_profile_id=${own.ym}`)).drafts.find((one) => one.id !== draft);
  expect(made?.tier_set?.tiers).toMatchObject([{ min_price: '2.000000', description: 'Ours' }]);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.getByRole('button', { name: 'Undo this step' }).first().click();
  await page.getByText('“Canary” is running on this group of sites. This pauses it').waitFor();
  await expectNoFault(page);
});

test('the room without an experiment leads to the draft', patient, async (context) => {
  const page = await openRoom(context, '/draft/tests', { user: servedPage(context).users.otherSeller });
  await page.getByRole('link', { name: 'Go to the draft' }).waitFor();
  await expectNoFault(page);
});

const dayText = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('the plan of a live test and its result name the days of the calendar', patient, async (context) => {
  const user = await makeSeller(context, 'Calendar keeper');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Tested on a holiday');
  const draft = await makeDraft(send, own, '2.50');
  // Both, so that it makes no difference when the test runs.
  const today = [0, 1].map((days) => ({ date: dayText(days), name: "Founder's Day" }));
  await send('PUT', '/member', { member: { calendar: [...today, { date: dayText(4), name: 'Cup Final' }] } });

  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { user });
  await page.getByRole('button', { name: 'Test live…' }).click();
  await page.getByText(/next 28 days.*Cup Final/).waitFor();
  await page.getByLabel('What you expect, and by how much').fill('Net rises by 2 %');
  await page.getByLabel('It may lose at most (USD)').fill('100');
  await page.getByRole('button', { name: 'Start live' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await sendAuctions(send, own.ym);
  await page.getByText(/The test includes Founder's Day/).waitFor();
  expect(await page.getByText('Cup Final').count()).toBe(0);
  await expectNoFault(page);
});

test('a live test of too few days asks for those that it needs, and says so of its draft', patient, async (context) => {
  const user = await makeSeller(context, 'Hasty experimenter');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Tested in a day');
  await recordAuctions(send, own);
  const draft = await makeDraft(send, own, '2.50');
  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { user, allowed: /status of 40[09]/ });
  await page.getByRole('button', { name: 'Test live…' }).click();
  await page.getByRole('table', { name: 'How long it takes' }).waitFor();
  const expected = page.getByLabel('What you expect, and by how much');
  await expected.fill('A bit more from tech');
  await page.getByLabel('It may lose at most (USD)').fill('100');
  await page.getByRole('button', { name: 'Start live' }).click();
  await page.getByText('must say by how much, such as “Net rises by 2 %”').waitFor();
  expect(await expected.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByText('Something you entered is not possible here').count()).toBe(0);
  await expected.fill('Net rises by 2 %');
  const days = page.getByLabel('Days', { exact: true });
  await days.fill('1');
  await page.getByRole('button', { name: 'Start live' }).click();
  await page.getByText(/would show an effect of 2 % after 7 days/).waitFor();
  expect(await days.getAttribute('aria-invalid')).toBe('true');
  expect(await days.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Take 7 days' }).click();
  expect(await days.inputValue()).toBe('7');
  await page.getByRole('button', { name: 'Start live' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('link', { name: /tested live, 1 change$/ }).click();
  await page.getByText('It is being tested live').waitFor();
});

test('what a live test may lose is proposed from what the draft would cost', patient, async (context) => {
  const user = await makeSeller(context, 'Frugal experimenter');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Tested frugally');
  await recordAuctions(send, own);
  const draft = await makeExcludingDraft(send, own);
  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { user });
  await page.getByRole('button', { name: 'Test live…' }).click();
  await page.getByText('The limit proposed is twice what the draft costs').waitFor();
  const limit = page.getByLabel('It may lose at most (USD)');
  const proposed = Number(await limit.inputValue());
  expect(proposed).toBeGreaterThan(0);
  await page.getByLabel('Days', { exact: true }).fill('28');
  await expect.poll(async () => Number(await limit.inputValue())).toBeCloseTo(2 * proposed, 1);
  await limit.fill('');
  expect(await limit.inputValue()).toBe('');
  await expectNoFault(page);
  await page.getByRole('combobox', { name: 'Who sees the draft' }).click();
  await page.getByRole('option', { name: 'Watch only' }).click();
  await page.getByText('No limit is proposed').waitFor();
});

test('the form of a live test stays where it is once its plan is there', patient, async (context) => {
  const user = await makeSeller(context, 'Patient planner');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Tested slowly');
  const draft = await makeDraft(send, own, '2.50');
  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { user });
  const asked = Promise.withResolvers<() => void>();
  await page.route(/experiment\.plan/, (route) => asked.resolve(() => void route.continue()));
  await page.getByRole('button', { name: 'Test live…' }).click();
  await page.getByRole('combobox', { name: 'Share of users' }).click();
  const option = page.getByRole('option', { name: '50 %' });
  await option.waitFor();
  const before = await page.getByRole('combobox', { name: 'Share of users' }).boundingBox();
  (await asked.promise)();
  await page.getByText('No auction of the last week was recorded').waitFor();
  expect(await page.getByRole('combobox', { name: 'Share of users' }).boundingBox()).toEqual(before);
  await option.click();
});

test('a planned experiment begins and is removed only once that is confirmed', patient, async (context) => {
  const user = await makeSeller(context, 'Planner');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Planned');
  const draft = await makeDraft(send, own, '2.50');
  const plan = (name: string) => {
    const planned = { name, draft_id: draft, design: 'split', share: 0.1, hypothesis: '2 %' };
    return send('POST', '/experiment', { experiment: { ...planned, guard: { max_loss: '20.00' } } });
  };
  const { id } = await plan('First plan');
  await plan('Second plan');
  const page = await openRoom(context, `/draft/tests?ym=${own.ym}&experiment=${id}`, { user });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByText('pauses by itself once that has lost 20.00 USD').waitFor();
  await press('Remove…');
  await press('Cancel');
  await press('Start live…');
  await page.getByText('The same users are always served by the draft').waitFor();
  await expectNoFault(page);
  await press('Start live');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('link', { name: 'Second plan' }).click();
  await press('Remove…');
  await press('Remove');
  await page.getByText('Second plan').first().waitFor({ state: 'detached' });
});
