import type { Page } from 'playwright-core';
import { expect, test, type TestContext } from 'vitest';
import { type Colleagues, makeColleagues } from '../../fixture/colleagues.ts';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient } from '../../fixture/page.ts';
import { makeDraft, setMinimum } from '../../fixture/seller.ts';

/** The browser says of itself that something was refused. */
const allowed = /status of 412/;

const draftOf = async ({ asAnna, draft }: Colleagues) => (await asAnna('GET', `/draft?id=${draft}`)).draft;

/** The minimum of the only tier in the draft. */
const drafted = async (of: Colleagues) => (await draftOf(of)).tier_set?.tiers[0]?.min_price;

const openAs = (context: TestContext, of: Colleagues, user: 'anna' | 'ben', path: string, view = {}): Promise<Page> =>
  openRoom(context, path, { user: of[user], allowed, ...view });

/** The minimum as a user types it into the form of the tier, in a browser of its own. */
async function typeMinimum(page: Page, price: string): Promise<void> {
  const minimum = page.getByLabel('Net minimum (USD CPM)');
  const row = page.getByRole('row').filter({ hasText: 'Gold' }).getByText('Gold');
  // A click into a ladder that is drawn again at this moment may be lost: a person clicks again. Where the form comes
  // meanwhile, it may stand over the row.
  await expect
    .poll(async () => {
      if ((await minimum.count()) === 0) await row.click({ timeout: 5000 }).catch(() => {});
      return minimum.count();
    })
    .toBe(1);
  await minimum.fill(price);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save in the draft' }).click();

const news = (page: Page) => page.getByRole('alert').filter({ hasText: 'has changed this draft since you saw it' });
const goOn = (page: Page) => page.getByRole('button', { name: 'I have seen it' }).click();

test('what another browser has saved since is not published unseen', patient, async (context) => {
  const of = await makeColleagues(context);
  const [page, other] = await Promise.all([
    openAs(context, of, 'anna', of.path),
    openAs(context, of, 'ben', `/tiers?ym=${of.own.ym}&draft=${of.draft}`),
  ]);
  await page.getByText('1.40').first().waitFor();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish 1 change' }).waitFor();
  await typeMinimum(other, '1.90');
  await save(other);
  await other.getByRole('button', { name: 'Duplicate' }).waitFor();
  await page.getByLabel('Note for history').fill('cheaper');
  await news(page).waitFor();
  const publish = page.getByRole('button', { name: 'Publish 1 change' });
  expect(await publish.isDisabled()).toBe(true);
  // What has to be answered comes before the list of changes, which may be long.
  expect(await news(page).innerText()).toMatch(new RegExp(`${of.ben.username}[^]*I have seen it[^]*1\\.40[^]*1\\.90`));
  expect(await of.own.minimum()).toBe('2.000000');
  expect(await page.getByLabel('Note for history').inputValue()).toBe('cheaper');
  await expectNoFault(page);
  await goOn(page);
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Published and live').waitFor();
  expect(await of.own.minimum()).toBe('1.900000');
});

test('what arrives in the background stays news until it is said to be seen', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openAs(context, of, 'anna', of.path, { width: 390, colorScheme: 'dark' });
  await page.getByText('1.40').first().waitFor();
  await setMinimum(of.asBen, of.draft, '1.90');
  // As when one comes back to the window: what is shown is read again, right before the click.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
        return news(page).count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  await expectNoFault(page);
  expect(await page.getByRole('button', { name: 'Test live…' }).isDisabled()).toBe(true);
  // No button of the room seems to do what the service would refuse.
  const isDisabled = (name: string) => page.getByRole('button', { name, exact: true }).isDisabled();
  await of.asBen('PUT', `/ym-auction-tier?id=${of.own.tier}`, { 'ym-auction-tier': { min_price: '3.00' } });
  await page.getByText(`Live has changed since this draft was made by ${of.ben.username}`).waitFor();
  expect(await isDisabled('Update the draft to live')).toBe(true);
  await page.getByRole('button', { name: 'Publish…' }).click();
  expect(await isDisabled('Publish 1 change')).toBe(true);
  await page.getByRole('button', { name: 'Schedule…' }).click();
  await page.getByText('which is').waitFor();
  expect(await isDisabled('Schedule')).toBe(true);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  expect(await isDisabled('Discard the draft')).toBe(true);
  await goOn(page);
  await expect.poll(() => isDisabled('Discard the draft')).toBe(false);
  expect(await isDisabled('Update the draft to live')).toBe(false);
  expect(await of.own.minimum()).toBe('3.000000');
  expect(await draftOf(of)).toMatchObject({ state: 'open', publish_at: null });
  expect(await drafted(of)).toBe('1.900000');
});

test('what the author has saved since is not approved unseen', patient, async (context) => {
  const of = await makeColleagues(context);
  await of.admin('PUT', `/member?id=${of.member}`, { member: { publishing: 'approved' } });
  const page = await openAs(context, of, 'ben', of.path);
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await page.getByText('1.40').first().waitFor();
  await approve.waitFor();
  await setMinimum(of.asAnna, of.draft, '9.99');
  await approve.click();
  await news(page).waitFor();
  expect(await news(page).innerText()).toMatch(/1\.40[^]*9\.99/);
  expect(await draftOf(of)).toMatchObject({ approved_by: null });
  await goOn(page);
  await approve.click();
  await page.getByText(`Approved by ${of.ben.username}`).waitFor();
});

test('of one value that two browsers have typed, the second asks which one stays', patient, async (context) => {
  const of = await makeColleagues(context);
  const path = `/tiers?ym=${of.own.ym}&draft=${of.draft}`;
  const [page, other] = await Promise.all([
    openAs(context, of, 'anna', path),
    openAs(context, of, 'ben', path, { width: 390, colorScheme: 'dark' }),
  ]);
  await typeMinimum(page, '1.50');
  await page.getByLabel('Code (your own key)').fill('gold');
  await typeMinimum(other, '1.90');
  await save(page);
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  // What arrives while a button is pressed may move it from under the pointer.
  await other.getByRole('row', { name: /Gold/ }).getByText('1.50').first().waitFor({ state: 'attached' });
  await save(other);
  const conflicts = other.getByRole('region', { name: 'Conflicts' });
  const row = conflicts.getByRole('row', { name: /Gold/ });
  expect(await row.innerText()).toMatch(/1\.40[^]*1\.50[^]*1\.90/);
  expect(await row.innerText()).toContain(of.anna.username);
  expect(await drafted(of)).toBe('1.500000');
  expect(await other.getByLabel('Net minimum (USD CPM)').inputValue()).toBe('1.90');
  await expectNoFault(other);
  await row.getByRole('radio', { name: 'yours' }).check();
  await conflicts.getByRole('button', { name: 'Save what is chosen' }).click();
  await conflicts.waitFor({ state: 'detached' });
  await other.getByRole('button', { name: 'Duplicate' }).waitFor();
  expect((await draftOf(of)).tier_set?.tiers[0]).toMatchObject({ min_price: '1.900000', code: 'gold' });
});

test('theirs is taken, and what is about something else is saved beside it', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openAs(context, of, 'ben', `/tiers?ym=${of.own.ym}&draft=${of.draft}`);
  await typeMinimum(page, '1.90');
  await setMinimum(of.asAnna, of.draft, '1.50');
  await save(page);
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await conflicts.waitFor();
  // The panel makes room for three values side by side.
  expect((await conflicts.boundingBox())!.width).toBeGreaterThan(600);
  await conflicts.getByRole('radio', { name: 'theirs' }).check();
  await conflicts.getByRole('button', { name: 'Save what is chosen' }).click();
  await conflicts.waitFor({ state: 'detached' });
  expect(await drafted(of)).toBe('1.500000');
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  expect(await page.getByLabel('Net minimum (USD CPM)').inputValue()).toBe('1.50');

  await page.getByLabel('Description').fill('ours');
  await setMinimum(of.asAnna, of.draft, '1.60');
  await save(page);
  await page.getByText('has changed something else meanwhile').waitFor();
  await page.getByRole('button', { name: 'Save mine beside it' }).click();
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  expect((await draftOf(of)).tier_set?.tiers[0]).toMatchObject({ min_price: '1.600000', description: 'ours' });
});

test('a bulk edit is of the prices that its preview was made of', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openAs(context, of, 'ben', `/tiers?ym=${of.own.ym}&draft=${of.draft}`);
  await page.getByLabel('Choose Gold').check();
  await page.getByLabel('Net minimum by (%)').fill('10');
  await page.getByText('e.g. Gold 1.40 → 1.54').waitFor();
  await setMinimum(of.asAnna, of.draft, '5.00');
  await page.getByRole('button', { name: 'Change in the draft' }).click();
  const row = page.getByRole('region', { name: 'Conflicts' }).getByRole('row', { name: /Gold/ });
  expect(await row.innerText()).toMatch(/1\.40[^]*5\.00[^]*1\.54/);
  expect(await drafted(of)).toBe('5.000000');
  expect(await page.getByLabel('Net minimum by (%)').inputValue()).toBe('10');
});

test('several edits of one page follow each other without a question', patient, async (context) => {
  const of = await makeColleagues(context);
  await of.asAnna('DELETE', `/draft?id=${of.draft}`);
  const page = await openAs(context, of, 'anna', `/tiers?ym=${of.own.ym}`);
  await typeMinimum(page, '1.50');
  // The form stays open while the ladder makes the draft and changes it twice.
  const grid = page.getByRole('grid', { name: 'Tiers' });
  await grid.focus();
  for (const key of ['j', 'Alt+ArrowUp', 'Alt+ArrowUp']) await page.keyboard.press(key);
  await page.getByRole('row').filter({ hasText: 'was 5 → , becomes 7' }).waitFor();
  await save(page);
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  const { drafts } = (await of.asAnna('GET', `/draft?ym_profile_id=${of.own.ym}`)) as unknown as {
    drafts: { tier_set: { tiers: unknown[] } }[];
  };
  expect(drafts).toHaveLength(1);
  expect(drafts[0]?.tier_set.tiers).toMatchObject([{ min_price: '1.500000', priority: 7 }]);
});

test('a draft says who made it, who changed what last, and who else has it open', patient, async (context) => {
  const of = await makeColleagues(context);
  await setMinimum(of.asBen, of.draft, '1.80');
  const page = await openAs(context, of, 'anna', of.path);
  await page.getByText(`Made by ${of.anna.username}; last changed by ${of.ben.username}`).waitFor();
  await page.getByText(`by ${of.ben.username} (`).last().waitFor();
  await openAs(context, of, 'ben', of.path);
  const presence = page.getByText(`${of.ben.username} has this draft open`);
  await presence.waitFor();
  // Amber is for what needs somebody.
  const colourOf = (one: typeof presence) => one.evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf(presence)).toBe(await colourOf(page.getByText(`Made by ${of.anna.username};`)));
  await expectNoFault(page);
});

test('of a profile that two browsers have changed, the second keeps what it wants', patient, async (context) => {
  const of = await makeColleagues(context);
  const { id: profile } = await of.asAnna('POST', '/profile', {
    profile: {
      name: 'Evenings',
      description: 'of New York',
      country_action: 'include',
      country_targets: [{ code: 'US' }],
    },
  });
  await of.asAnna('PUT', `/ym-auction-tier?id=${of.own.tier}`, { 'ym-auction-tier': { profile_id: profile } });
  await of.asAnna('DELETE', `/draft?id=${of.draft}`);
  const { id: draft } = await of.asAnna('POST', `/draft?from=${of.own.ym}`);
  const path = `/tiers/targeting?ym=${of.own.ym}&draft=${draft}&profile=${profile}`;
  const [page, other] = await Promise.all([openAs(context, of, 'anna', path), openAs(context, of, 'ben', path)]);
  await page.getByLabel('Description').fill('of Boston');
  await other.getByLabel('Description').fill('of Chicago');
  await save(page);
  await page.getByRole('complementary').waitFor({ state: 'detached' });
  await save(other);
  const row = other.getByRole('region', { name: 'Conflicts' }).getByRole('row', { name: /Evenings/ });
  expect(await row.innerText()).toMatch(/of New York[^]*of Boston[^]*of Chicago/);
  expect(await other.getByLabel('Description').inputValue()).toBe('of Chicago');
  await expectNoFault(other);
  await row.getByRole('radio', { name: 'yours' }).check();
  await other.getByRole('button', { name: 'Save what is chosen' }).click();
  await other.getByRole('complementary').waitFor({ state: 'detached' });
  const { tier_set: set } = (await of.asAnna('GET', `/draft?id=${draft}`)).draft;
  expect(set?.profiles).toMatchObject([{ description: 'of Chicago' }]);
});

test('a tier that is typed before the room has read its tiers is saved beside them', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openAs(context, of, 'anna', `/account?ym=${of.own.ym}`);
  const { promise: isTyped, resolve: goOnReading } = Promise.withResolvers<void>();
  await page.route(/\/trpc\/[^?]*(?:ymProfile\.export|draft\.list)/, async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.goto(page.url().replace('/account', '/tiers').concat('&tier=new'));
  const panel = page.getByRole('complementary', { name: 'New tier' });
  await panel.getByLabel('Name').fill('Typed early');
  await panel.getByLabel('Net minimum (USD CPM)').fill('2');
  await panel.getByLabel('Buyers').fill('falcon');
  await page
    .getByRole('option', { name: /Falcon/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  goOnReading();
  await panel.getByRole('button', { name: 'Save in the draft' }).click();
  await page.getByRole('row').filter({ hasText: 'Typed early' }).waitFor();
  expect((await draftOf(of)).tier_set?.tiers.map(({ name }) => name).toSorted()).toEqual(['Gold', 'Typed early']);
});

test('when a tier runs is typed and shown on the clock of the member', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openAs(context, of, 'anna', `/tiers?ym=${of.own.ym}&draft=${of.draft}&tier=${of.own.tier}`);
  await page.getByLabel('Runs from', { exact: true }).fill('2026-12-01T06:00');
  await save(page);
  await expect
    .poll(async () => (await draftOf(of)).tier_set?.tiers[0]?.start_date, { timeout: 60_000 })
    .toBe('2026-12-01 11:00:00');
  await page.getByRole('link', { name: 'Draft', exact: true }).click();
  await page.getByText('Dec 1, 2026, 06:00').waitFor();
});

test('what is chosen in a conflict stays while others change live', patient, async (context) => {
  const of = await makeColleagues(context);
  const page = await openRoom(context, of.path, { user: of.anna, allowed: /status of 409/ });
  const change = (attributes: object) =>
    of.asBen('PUT', `/ym-auction-tier?id=${of.own.tier}`, { 'ym-auction-tier': attributes });
  await page.getByText('1.40').first().waitFor();
  await change({ min_price: '3.00' });
  await page.getByRole('button', { name: 'Update the draft to live' }).click();
  const yours = page.getByRole('radio', { name: /^yours/ });
  await yours.check();
  const again = page.waitForResponse((answer) => answer.url().includes('ymProfile.diff'));
  await change({ description: 'Ben goes on' });
  await again;
  await page.getByText('Ben goes on').waitFor({ state: 'attached' });
  expect(await yours.isChecked()).toBe(true);
});

test('what was typed in one draft stands there, and not in another one', patient, async (context) => {
  const of = await makeColleagues(context);
  const other = await makeDraft(of.asBen, of.own, '1.70');
  const page = await openAs(context, of, 'anna', `/draft?ym=${of.own.ym}&draft=${of.draft}`);
  const minimum = page.getByLabel('Net minimum (USD CPM)');
  const choose = async (price: string) => {
    await page.getByRole('link', { name: 'Draft', exact: true }).click();
    await page.getByRole('combobox', { name: 'Draft', exact: true }).click();
    await page
      .getByRole('option')
      .filter({ hasText: price === '1.70' ? of.ben.username : of.anna.username })
      .click();
    await page.getByText(`becomes ${price}`).first().waitFor();
    await page.getByRole('link', { name: 'Tiers', exact: true }).click();
  };
  await page.getByText('1.40').first().waitFor();
  await page.getByRole('link', { name: 'Tiers', exact: true }).click();
  await typeMinimum(page, '9.90');
  await choose('1.70');
  await page.getByRole('row').filter({ hasText: 'Gold' }).getByText('Gold').click();
  await expect.poll(() => minimum.inputValue()).toBe('1.70');
  await minimum.fill('1.80');
  await save(page);
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  expect(await drafted(of)).toBe('1.400000');
  expect(await drafted({ ...of, draft: other })).toBe('1.800000');
  await choose('1.40');
  await page.getByRole('row').filter({ hasText: 'Gold' }).getByText('Gold').click();
  await expect.poll(() => minimum.inputValue()).toBe('9.90');
  // A duplicate takes the place of a new tier that was begun.
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'New tier' }).click();
  await page.getByRole('complementary', { name: 'New tier' }).getByLabel('Name').fill('Begun');
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Gold' }).getByText('Gold').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const copy = page.getByRole('complementary', { name: 'New tier' }).getByLabel('Name');
  await expect.poll(() => copy.inputValue()).toBe('Gold (copy)');
});
