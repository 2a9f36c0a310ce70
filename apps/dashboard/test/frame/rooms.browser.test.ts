import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rooms } from '../../src/frame/rooms.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';

/** Every room, and those that show one thing of many. */
const paths = [...rooms.map(({ path }) => path), '/tiers/5', '/profiles?profile=1'];

test.for(paths)('%s keeps nobody out, and nothing in it is cut or without contrast', patient, async (path, context) => {
  const page = await openRoom(context, path);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await expectNoFault(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFault(page);
  await expect.poll(() => isTabSeen(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoFault(page);
});

/** Whether the tab of the present room is in view, whole. */
async function isTabSeen(page: Page): Promise<boolean> {
  const { x, width } = (await page.getByRole('navigation').locator('[aria-current=page]').boundingBox())!;
  return x >= 0 && x + width <= page.viewportSize()!.width;
}

test('every room is reached with the keyboard alone, and says what it is', patient, async (context) => {
  const page = await openRoom(context, '/today');
  for (const { key, title } of [...rooms.slice(1), rooms[0]]) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => page.title()).toContain(title);
  }
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help and keys' });
  await help
    .getByRole('region', { name: /^About / })
    .getByText('The price of preference')
    .waitFor();
  await expectNoFault(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
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
