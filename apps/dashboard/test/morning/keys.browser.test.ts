import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { recordAuctions } from '../fixture/recorded-auctions.ts';
import { makeTiers, sendAs } from '../fixture/seller.ts';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a minimum is raised, tried and published with at most 30 keys, each Tab among them', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'By keys');
  await recordAuctions(send, own);
  const page = await openRoom(context, `/today?ym=${own.ym}`);
  let keys = 0;
  const press = async (...names: readonly string[]) => {
    for (const name of names) await page.keyboard.press(name);
    keys += names.length;
    expect(keys).toBeLessThanOrEqual(30);
  };
  const reach = async (target: Locator, tab = 'Tab') => {
    // A button that waits for what it asks about is passed over by Tab.
    await target.and(page.locator(':enabled')).waitFor();
    while (!(await target.evaluate((element) => element === element.ownerDocument.activeElement))) await press(tab);
  };
  await press('g', 't');
  await page.locator('[role=grid]:focus').waitFor();
  await press('j', 'e');
  await page.locator('input:focus').waitFor();
  await reach(page.getByLabel('Net minimum (USD CPM)'));
  await press('ControlOrMeta+a', '2', '.', '2', 'ControlOrMeta+Enter');
  await page.getByRole('row', { name: /Gold/ }).getByText('2.20').waitFor();
  await press('Escape');
  await page.locator('[role=grid]:focus').waitFor();
  await press('g', 'd');
  const goOn = button(page, 'Try it');
  await goOn.waitFor();
  await expect.poll(() => goOn.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await press('Enter');
  await page.locator('.comparison-figure').waitFor();
  await reach(button(page, 'Publish…'), 'Shift+Tab');
  await press('Enter');
  await page.locator('input:focus').waitFor();
  await reach(button(page, 'Publish 1 change'));
  await press('Enter');
  await page.getByText('Published and live').waitFor();
  expect(await own.minimum()).toBe('2.200000');
});
