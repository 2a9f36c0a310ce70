import { expect, test } from 'vitest';
import { expectNoFault } from '../../fixture/look.ts';
import { demoTiers, makeYmProfile } from '../../fixture/own-ym-profile.ts';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { makeTiers, sendAs } from '../../fixture/seller.ts';
import { someWays, byKeyboard } from '../../fixture/way.ts';

test('a change is taken back after a look at what that does, and that is taken back too', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Taken back');
  await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { min_price: '3.00' } });
  // 412: another test changed this seller's tiers while the page looked at what going back would do, and it looks again.
  const page = await openRoom(context, `/history?ym=${own.ym}`, { allowed: /status of 412/ });
  const newest = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first();
  await newest.getByText('net minimum (USD CPM) 2.00 → 3.00').waitFor();
  // Nothing was there before the group of sites was made, and the service refuses to go back to it.
  const offered = async (words: string) => {
    const acts = page.locator('.timeline > li').filter({ hasText: words }).getByRole('button');
    const shown = await acts.allInnerTexts();
    await acts.last().click();
    await page.getByRole('menuitem').last().waitFor();
    const inMenu = await page.getByRole('menuitem').allInnerTexts();
    // The keys go to the menu once it has the focus.
    await page.locator('[role="menu"]:focus-within').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    return [...shown, ...inMenu];
  };
  expect(await offered('adds group of sites')).toEqual(['More ▾', 'Go back to just after this', 'Compare']);
  expect(await offered('adds tier Gold')).toEqual([
    'Undo this step',
    'Go back to before this',
    'More ▾',
    'Go back to just after this',
    'Compare',
  ]);
  await expectNoFault(page);
  const { promise: seen, resolve: show } = Promise.withResolvers<void>();
  await page.route(/ymProfile\.exportTagged/, async (route) => seen.then(() => route.continue()), { times: 1 });
  let restores = 0;
  page.on('request', (request) => void (request.url().includes('ymProfile.restore') && restores++));
  await newest.getByRole('button', { name: 'Go back to before this' }).click();
  await page.getByText('Go back: what would change').waitFor();
  await page.getByLabel('Note for history').fill('too high');
  const goBack = page.getByRole('button', { name: 'Go back, live' });
  await page.keyboard.press('Control+Enter');
  expect(await goBack.isDisabled()).toBe(true);
  expect(restores).toBe(0);
  show();
  await expect.poll(() => goBack.isEnabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.getByText('can itself be undone').last().waitFor();
  await newest.getByText('Went back').waitFor();
  expect(await own.minimum()).toBe('2.000000');
  await newest.getByText('too high').waitFor();

  await byKeyboard.press(page, page.getByRole('button', { name: 'Undo this', exact: true }));
  await byKeyboard.press(page, page.getByRole('button', { name: 'Go back, live' }));
  await expect.poll(own.minimum).toBe('3.000000');

  // The address of before the second step names a step that is undone.
  const done = page.getByText('Done', { exact: true });
  await done.waitFor();
  await page.goBack();
  await page.getByText('It is already as it was then').waitFor();
  await page.goBack();
  await page.getByText('It is already as it was then').waitFor({ state: 'detached' });
  await done.waitFor({ state: 'detached' });
});

test('a step says of how many changes it is', patient, async (context) => {
  const { tiers } = demoTiers();
  const many = Array.from({ length: 60 }, (_, at) => ({ ...tiers[0]!, name: `Tier ${at}`, profile_id: null }));
  const own = await makeYmProfile(context, { tiers: many });
  const page = await openRoom(context, `/history?ym=${own.id}`);
  await page.getByText('56 more').waitFor();
});

test('two moments are compared, as the address says', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Compared');
  await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { min_price: '3.00' } });
  await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { priority: 9 } });
  const page = await openRoom(context, `/history?ym=${own.ym}`, { width: 390, colorScheme: 'dark' });
  const steps = page.getByRole('list', { name: 'Steps' });
  const compare = async (at: number) => {
    await steps.locator('.step').nth(at).getByRole('button', { name: 'More' }).press('Enter');
    // The menu takes the focus once it is open: a key before then would not reach the entry.
    await page.getByRole('menu').and(page.locator(':focus-within')).waitFor();
    await page.getByRole('menuitem', { name: 'Compare' }).press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  await compare(0);
  await page.getByText('No difference.').waitFor();
  await compare(2);
  await page.getByText('Net minimum (USD CPM)', { exact: true }).waitFor();
  await page.getByText('Priority', { exact: true }).waitFor();
  await expectNoFault(page);
  await page.goto(page.url());
  await page.getByText('Net minimum (USD CPM)', { exact: true }).waitFor();
});

test.for(someWays)(
  'a step of an earlier day shows what going back before it does, $name',
  patient,
  async ({ press }, context) => {
    // Nothing is written: other tests use the demo's tiers.
    const page = await openRoom(context, '/today');
    await press(page, page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'History' }));
    const step = page.getByRole('listitem').filter({ hasText: 'Raise the New York minimum' });
    await press(page, step.getByRole('button', { name: 'Go back to before this' }));
    await page.getByText('Go back: what would change').waitFor();
    const row = page.locator('.difference > li').filter({ hasText: 'New York premium' });
    expect(await row.innerText()).toMatch(/3\.00[^]*2\.00/);
    // While a change of another test is read the button waits.
    await expect.poll(() => page.getByRole('button', { name: 'Go back, live' }).isEnabled()).toBe(true);
    await press(page, page.getByRole('button', { name: 'Cancel' }));
    await row.waitFor({ state: 'detached' });
  },
);

test('what is changed while the room is open is not said to be in the future', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Left open');
  const page = await openRoom(context, `/history?ym=${own.ym}`);
  const nowMs = Date.now();
  await page.clock.setSystemTime(nowMs - 30 * 60_000);
  await page.reload();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await page.clock.setSystemTime(nowMs);
  await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { min_price: '3.21' } });
  const step = page.locator('.timeline > li').filter({ hasText: '3.21' });
  await step.waitFor();
  expect(await step.innerText()).toMatch(/this minute|1 minute ago/);
});

test('another group of sites is asked about no step of the one before', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Left for another');
  const page = await openRoom(context, `/history?ym=${own.ym}`);
  await page.getByRole('button', { name: 'Undo this step' }).first().click();
  await page.getByText('Undo this step: what would change').waitFor();
  const sites = page.getByRole('combobox', { name: 'Group of sites' });
  await sites.fill('Example News');
  await sites.press('Enter');
  await page.getByText('Undo this step: what would change').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('step')).toBe(false);
});

test('a page of steps that there is not leads back to all steps', patient, async (context) => {
  const page = await openRoom(context, '/history?page=500');
  await page.getByRole('button', { name: 'Show all steps' }).click();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
});

test('the first start is one line, and the tiers are compared as of any moment', patient, async (context) => {
  const page = await openRoom(context, '/history', { width: 390, colorScheme: 'dark' });
  const folded = page.getByText(/13 tiers and profiles added by first start/);
  await folded.waitFor();
  expect(await page.getByText('adds tier Out of reach').isVisible()).toBe(false);
  await folded.click();
  await page.getByText('adds tier Out of reach').waitFor();
  // The three changes of the demo came after its first start, 35 days before it was made.
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('As of').fill(`${monthAgo}T18:00`);
  const compared = page.locator('.block').filter({ hasText: /18:00 to now/ });
  await compared.getByText('New York premium').waitFor();
  expect(new URL(page.url()).searchParams.get('as_of')).toBe(`${monthAgo}T18:00`);
  await expectNoFault(page);
  await page.getByLabel('As of').fill('2020-01-01T00:00');
  await page.getByText(/Nothing was there yet/).waitFor();
});
