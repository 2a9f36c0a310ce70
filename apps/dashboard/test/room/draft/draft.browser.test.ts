import { expect, test } from 'vitest';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { recordAuctions } from '../../fixture/recorded-auctions.ts';
import { makeDraft, makeTiers, sendAs, setMinimum } from '../../fixture/seller.ts';

test('a minimum is raised, tried on recorded auctions, changed once more, and published', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Tried');
  await recordAuctions(send, own);
  const page = await openRoom(context, `/draft?ym=${own.ym}`);
  await page.getByRole('button', { name: 'New draft from live' }).click();
  await page.getByText('Nothing yet: it is as live').waitFor();
  const draft = Number(new URL(page.url()).searchParams.get('draft'));
  await setMinimum(send, draft, '2.50');
  await page.reload();
  await page.getByText('1 change', { exact: false }).first().waitFor();
  const filled = page.getByRole('main').locator('button[data-variant="filled"]');
  await expect.poll(() => filled.allInnerTexts()).toEqual(['Try it']);
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await page.locator('.comparison-figure').waitFor();
  // The act that the verdict leads to; publishing is not it.
  const next = { 'Test first': ['Test live…'], 'Cannot say': ['Test live…'], Hold: [], 'No effect': [] };
  const verdict = (await page.locator('.comparison-figure .tag').innerText()).replace(/^\W+/, '');
  await expect.poll(() => filled.allInnerTexts()).toEqual(next[verdict as keyof typeof next]);
  const saysOfUsers = page.getByText('looks like a new one each time').first();
  await saysOfUsers.waitFor();
  const settings = page.getByRole('link', { name: 'Settings of the sites' }).first();
  expect(new URL(await settings.evaluate((link: HTMLAnchorElement) => link.href)).pathname).toBe('/app/tiers/promises');
  await page.getByText('Options').click();
  await page.getByLabel('No user returns in these auctions').check();
  await page.getByRole('button', { name: 'Try again' }).click();
  await saysOfUsers.waitFor({ state: 'detached' });
  await page.locator('.comparison-figure').waitFor();
  expect(await page.getByLabel('No user returns in these auctions').isChecked()).toBe(true);
  await expectNoFault(page);

  // An auction that would end differently is opened as it was recorded, under the draft.
  await page.getByRole('button', { name: /auctions? that ends? differently$/ }).click();
  await page.locator('.examples a').first().click();
  await page.locator('.why-asked').waitFor();
  expect(new URL(page.url()).searchParams.get('tiers')).toBe('draft');
  await page.goBack();
  await page.locator('.comparison-figure').waitFor();

  await setMinimum(send, draft, '2.60');
  await page.reload();
  await page.locator('.comparison-figure.stale').waitFor();
  await expect.poll(() => filled.allInnerTexts()).toEqual(['Try again']);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('The verdict is older than the change.').waitFor();
  await page.getByRole('button', { name: 'Publish anyway' }).waitFor();
  await page.getByLabel('Note for history').fill('from the page');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Published and live').waitFor();
  expect(await own.minimum()).toBe('2.600000');
  await page.getByText('net minimum (USD CPM) 2.00 → 2.60').waitFor();
});

test('a change is undone alone, and a draft is discarded in place, by the keyboard', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Discarded');
  const draft = await makeDraft(send, own, '3.00');
  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { width: 390, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Undo the change of tier Gold' }).press('Enter');
  await page.getByText('Nothing yet: it is as live').waitFor();
  expect(await own.minimum()).toBe('2.000000');
  await expectNoFault(page);
  // Live changes after the draft is gone and before the page knows: it reads again what it shows, and not the draft.
  await page.route(/draft\.remove/, async (route) => {
    const response = await route.fetch();
    const isRead = page.waitForResponse(/ymProfile\.export/);
    await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { description: 'changed meanwhile' } });
    await isRead;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Discard the draft' }).press('Enter');
  await page.getByText('A draft is a change of the tiers that no auction sees yet').waitFor();
});
