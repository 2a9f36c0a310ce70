import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test, type TestContext } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';

const evenings = {
  dma_action: 'include',
  dma_targets: [{ dma: 501 }],
  daypart_timezone: 'America/New_York',
  daypart_targets: [{ day: 'all', start_hour: 18, end_hour: 20 }],
};

async function expectStored(context: TestContext, name: string): Promise<void> {
  const { url, users } = servedPage(context);
  const { profiles } = await ask(url, users.otherSeller, 'GET', `/profile?name=${encodeURIComponent(name)}`);
  expect(profiles).toMatchObject([evenings]);
}

async function choose(page: Page, label: string, typed: string, option: RegExp | string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}

test('New York evenings are made with the mouse', patient, async (context) => {
  const name = `Evenings ${randomBytes(4).toString('hex')}`;
  const page = await openRoom(context, '/profiles', { user: servedPage(context).users.otherSeller });
  await page.getByRole('button', { name: '+ New profile' }).first().click();
  const panel = page.getByRole('complementary', { name: 'New profile' });
  await panel.getByLabel('Name', { exact: true }).fill(name);
  await choose(page, 'Add a condition', 'market', /US market areas/);
  await choose(page, 'US market areas (DMA)', 'New York', '501 New York NY');
  await page.keyboard.press('Escape');
  await choose(page, 'Add a condition', 'hours', 'Hours of the week');
  for (const hour of [18, 19, 20]) await panel.getByRole('button', { name: `${hour}:00, all days` }).click();
  await choose(page, 'Time zone of these hours', 'New_York', 'America/New_York');
  await panel.getByText('New York NY DMA, 18:00–21:00 America/New_York').waitFor();
  await expectNoFault(page);
  await panel.getByRole('button', { name: 'Make the profile' }).click();
  await page.getByRole('gridcell', { name, exact: true }).waitFor();
  await expectStored(context, name);
});

test('New York evenings are made with the keyboard alone', patient, async (context) => {
  const name = `Evenings ${randomBytes(4).toString('hex')}`;
  const page = await openRoom(context, '/profiles', { user: servedPage(context).users.otherSeller });
  const choose = async (text: string) => {
    await page.keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await page.getByRole('button', { name: '+ New profile' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type(name);
  await page.getByRole('combobox', { name: 'Add a condition' }).focus();
  await choose('market');
  await page.getByRole('combobox', { name: 'US market areas (DMA)' }).focus();
  await choose('501');
  await page.getByRole('combobox', { name: 'Add a condition' }).focus();
  await choose('hours');
  // The grid begins at Monday, 18:00: three hours of a day, and the same of the other six.
  await page.getByRole('gridcell', { name: 'Monday 18:00 to 19:00' }).focus();
  await page.keyboard.press('Space');
  for (let day = 0; day < 7; day++) {
    const [there, down] = day % 2 === 0 ? ['ArrowRight', 'ArrowDown'] : ['ArrowLeft', 'ArrowDown'];
    await page.keyboard.press(`Shift+${there}`);
    await page.keyboard.press(`Shift+${there}`);
    if (day < 6) await page.keyboard.press(`Shift+${down}`);
  }
  await page.getByRole('combobox', { name: 'Time zone of these hours' }).focus();
  await page.keyboard.press('Control+A');
  await choose('America/New_York');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('gridcell', { name, exact: true }).waitFor();
  await expectStored(context, name);
});
