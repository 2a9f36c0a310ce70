/// <reference lib="dom" />

import { expect, test } from 'vitest';
import { rooms } from '@auction-tiers/contract/rooms';
import { expectNoFault, lookedAt } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';

/** Every room, and those that show one thing of many. */
const paths = [...rooms.map(({ path }) => path), '/tiers/5', '/tiers/targeting?profile=1'];

/** Of the first load of a room, compressed. */
const mostScriptBytes = 300_000;
const sizesOfScripts = () =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ encodedBodySize }) => encodedBodySize);

test.for(paths)('%s keeps nobody out, and nothing in it is cut or without contrast', patient, async (path, context) => {
  const page = await openRoom(context, path);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const scripts = await page.evaluate(sizesOfScripts);
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(mostScriptBytes);
  for await (const { width, height } of lookedAt(page)) {
    const top = (await page.getByRole('banner').boundingBox())!;
    if (width === 390) expect(top.height).toBeLessThanOrEqual(0.08 * height);
  }
});

test.for(rooms.flatMap((room) => ('before' in room ? [room] : [])))(
  '$before, as a link of a former mail has it, leads to $path with what was chosen',
  patient,
  async ({ before, path, title }, context) => {
    const page = await openRoom(context, `${before}?from=2026-11-01&to=2026-11-02`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('from'), searchParams.get('ym')]).toEqual([`/app${path}`, '2026-11-01', '1']);
    // It is a tab of its room, and its room is the present one of the rail.
    await page.locator('.tabs [aria-current=page]').waitFor();
    expect(await page.locator('.rail [aria-current=page]').count()).toBe(1);
  },
);

test('what the search of everything has found can be read, the chosen one too', patient, async (context) => {
  const page = await openRoom(context, '/tiers');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search tiers/ }).fill('northwind');
  await page.getByRole('option', { selected: true }).waitFor();
  for await (const _ of lookedAt(page)) expect(await page.getByRole('option').count()).toBeGreaterThan(1);
});

test('every room is reached with the keyboard alone, and says what it is', patient, async (context) => {
  const page = await openRoom(context, '/today');
  for (const { key, title } of [...rooms.slice(1), rooms[0]]) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => page.title()).toContain(title);
  }
  // The list of a room has the keyboard at once, and j takes it where nothing has.
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  const tiers = page.getByRole('grid', { name: 'Tiers' });
  await expect.poll(() => tiers.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.reload();
  await tiers.waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const panel = page.getByRole('complementary');
  await panel.getByLabel('Name').waitFor();
  await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help and keys' });
  await help
    .getByRole('region', { name: /^About / })
    .getByText('The price of preference')
    .waitFor();
  await help.getByText('Alt-↑').waitFor();
  await expectNoFault(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => tiers.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.getByRole('button', { name: 'Help' }).click();
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByRole('heading', { name: 'Markets' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('boston');
  await page.getByRole('gridcell', { name: /^Boston/ }).waitFor();
});
