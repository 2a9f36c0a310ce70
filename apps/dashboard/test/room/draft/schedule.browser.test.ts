import { expect, test } from 'vitest';
import { makeColleagues } from '../../fixture/colleagues.ts';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient } from '../../fixture/page.ts';
import { recordAuctions } from '../../fixture/recorded-auctions.ts';
import { makeDraft, setMinimum } from '../../fixture/seller.ts';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test(
  'one who publishes is told of the scheduled draft, when it comes and what becomes of it',
  patient,
  async (context) => {
    const of = await makeColleagues(context);
    await of.asAnna('PUT', `/draft?id=${of.draft}`, { draft: { name: 'Sale' } });
    await of.asAnna('POST', `/draft/publish?id=${of.draft}`, { 'draft-publish': { at: '2099-12-01T06:00:00-05:00' } });
    const other = await makeDraft(of.asBen, of.own, '3.00');
    const page = await openRoom(context, `/draft?ym=${of.own.ym}&draft=${other}`, { user: of.ben });
    await page.getByRole('button', { name: 'Publish…' }).click();
    const asked = page.getByRole('alert').filter({ hasText: '“Sale” is scheduled for' });
    await asked.waitFor();
    expect(await asked.innerText()).toMatch(/Dec 1, 2099, 06:00/);
    expect(await asked.innerText()).toContain('both change net minimum (USD CPM) of tier Gold');
    await expectNoFault(page);
    expect(await of.own.minimum()).toBe('2.000000');
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await page.getByText('Published and live').waitFor();
    expect(await of.own.minimum()).toBe('3.000000');
  },
);

test('a scheduled draft is shown as what it will do, and no other one can be scheduled', patient, async (context) => {
  const of = await makeColleagues(context);
  await of.asAnna('POST', `/draft/publish?id=${of.draft}`, { 'draft-publish': { at: '2099-12-01T06:00:00-05:00' } });
  await of.asBen('PUT', `/ym-auction-tier?id=${of.own.tier}`, { 'ym-auction-tier': { priority: 8 } });
  const page = await openRoom(context, of.path, { user: of.ben });
  const changes = page.locator('section').filter({ has: page.getByRole('heading', { name: '1 change' }) });
  await changes.getByText('Gold', { exact: true }).waitFor();
  expect(await changes.innerText()).toContain('1.40');
  expect(await changes.innerText()).not.toMatch(/priority/i);
  expect(await page.getByText('Live has changed since this draft was made').count()).toBe(0);
  expect(await page.locator('main button[data-variant="filled"]').allInnerTexts()).toEqual([]);

  const other = await makeDraft(of.asBen, of.own, '3.00');
  const second = await openRoom(context, `/draft?ym=${of.own.ym}&draft=${other}`, { user: of.ben });
  const bar = second.getByRole('region', { name: 'What may be done with the draft' });
  await bar.getByText('“Gold” is scheduled for Dec 1, 2099, 06:00, and only one').waitFor();
  expect(await bar.getByRole('button', { name: 'Schedule…' }).isDisabled()).toBe(true);
  await expectNoFault(second);
  await bar.getByRole('link', { name: 'See it' }).click();
  await bar.getByRole('button', { name: 'Unschedule' }).waitFor();
});

test('a past time promises nothing', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openRoom(context, of.path, { user: of.ben });
  await page.getByRole('button', { name: 'Schedule…' }).click();
  await page.getByText(/^Live from /).waitFor();
  await page.getByLabel(/^Day/).fill('2020-01-01');
  await page.getByText('this moment is past').waitFor();
  expect(await page.getByText(/^Live from /).count()).toBe(0);
});

test('a verdict that is older than the change and a new error are asked about before', patient, async (context) => {
  const of = await makeColleagues(context);
  await recordAuctions(of.asAnna, of.own);
  const page = await openRoom(context, of.path, { user: of.anna });
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await page.locator('.comparison-figure').waitFor();
  // A tier that an earlier one takes everything from can never win.
  const { tier_set: set } = (await of.asAnna('GET', `/draft?id=${of.draft}`)).draft;
  const gold = set.tiers[0]!;
  const { id: _id, code: _code, ...first } = { ...gold, name: 'Before Gold', priority: 9, min_price: '0.000000' };
  await of.asAnna('PUT', `/draft?id=${of.draft}`, { draft: { tier_set: { ...set, tiers: [gold, first] } } });
  await page.reload();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('The verdict is older than the change.').waitFor();
  await page.getByText('Live has no such error').waitFor();
  await page.getByRole('button', { name: 'Publish anyway' }).waitFor();
  await expectNoFault(page);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await page.locator('.comparison-figure:not(.stale)').waitFor();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('Live has no such error').waitFor();
  expect(await page.getByText('The verdict is older than the change.').count()).toBe(0);
  expect(await of.own.minimum()).toBe('2.000000');
});

test('what comes up between the question and the click is asked before', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openRoom(context, of.path, { user: of.anna });
  await page.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('button', { name: 'Publish 1 change' });
  await publish.and(page.locator(':not([data-loading])')).waitFor();
  const other = await makeDraft(of.asBen, of.own, '3.00');
  await of.asBen('POST', `/draft/publish?id=${other}`, { 'draft-publish': { at: '2099-12-01 06:00:00' } });
  await publish.click();
  await page.getByRole('button', { name: 'Publish anyway' }).waitFor();
  expect(await of.own.minimum()).toBe('2.000000');
});

test(
  'a draft that was not published at its time is said everywhere, with the way to mend it',
  patient,
  async (context) => {
    const of = await makeColleagues(context);
    await of.asAnna('PUT', `/draft?id=${of.draft}`, { draft: { name: 'Sale' } });
    await of.asAnna('POST', `/draft/publish?id=${of.draft}`, { 'draft-publish': { at: inSeconds(10) } });
    await of.asBen('PUT', `/ym-auction-tier?id=${of.own.tier}`, { 'ym-auction-tier': { min_price: '3.00' } });
    const page = await openRoom(context, `/today?ym=${of.own.ym}`, {
      user: of.anna,
      width: 390,
      colorScheme: 'dark',
      allowed: /status of 409/,
    });
    // The page waits for the time itself.
    const said = page.getByRole('alert').filter({ hasText: '“Sale” was not published at its time' });
    await said.waitFor();
    const words = await said.innerText();
    expect(words).toContain('tier Gold, net minimum (USD CPM): 2.00 when the draft was made, set to 3.00');
    expect(words).toContain(`by ${of.ben.username}`);
    expect(words).not.toMatch(/min_price|tier \d|\d\.\d{3}/);
    await expectNoFault(page);
    await page.getByRole('link', { name: /Not published/ }).waitFor();
    await said.getByRole('link', { name: 'Settle it with what is live' }).click();
    await page.getByRole('button', { name: 'Update the draft to live' }).click();
    const row = page.getByRole('row', { name: /Gold/ });
    await row.getByRole('radio', { name: 'yours' }).check();
    await page.getByRole('button', { name: 'Settle and update the draft' }).click();
    await page.getByRole('region', { name: 'Conflicts' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await page.getByText('Published and live').waitFor();
    expect(await of.own.minimum()).toBe('1.400000');
  },
);

test(
  'a scheduled draft stands on Today and in the frame, and what it has done by itself appears',
  patient,
  async (context) => {
    const of = await makeColleagues(context);
    await setMinimum(of.asAnna, of.draft, '1.70');
    await of.asAnna('POST', `/draft/publish?id=${of.draft}`, { 'draft-publish': { at: inSeconds(12) } });
    const page = await openRoom(context, `/today?ym=${of.own.ym}`, { user: of.ben });
    await page.getByText('“Gold” becomes live').waitFor();
    await page.getByRole('link', { name: 'Scheduled…' }).waitFor();
    await page.getByRole('link', { name: 'Scheduled…' }).waitFor({ state: 'detached' });
    expect(await of.own.minimum()).toBe('1.700000');
    await page.getByRole('link', { name: 'Tiers' }).first().click();
    await page.getByRole('row').filter({ hasText: 'Gold' }).getByText('1.70').first().waitFor();
  },
);
