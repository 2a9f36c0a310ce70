/// <reference lib="dom" />

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { recordAuctions } from '../fixture/recorded-auctions.ts';
import { makeDraft, makeTiers, sendAs } from '../fixture/seller.ts';

/** Buttons, and a button that stands in what each of them opens. */
const opened = [
  { button: 'Publish…', shows: 'Publish 1 change' },
  { button: 'Schedule…', shows: 'Cancel' },
  { button: 'Test live…', shows: 'Start live' },
  { button: 'Copy link', shows: 'Link copied' },
  { button: 'Rename', shows: 'Save' },
  { button: '+ Add a promise', shows: 'Add' },
  { button: 'Discard', shows: 'Keep it' },
];

test('what a button of a draft opens fits a phone', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Forms of a phone');
  const path = `/draft?ym=${own.ym}&draft=${await makeDraft(send, own, '2.50')}`;
  const page = await openRoom(context, path, { width: 390, height: 844 });
  for (const { button, shows } of opened) {
    await page.reload();
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('button', { name: shows, exact: true }).waitFor();
    await expect.poll(() => findFaults(page), { message: button }).toEqual([]);
  }
});

/** Whether the window shows the whole of an element. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top > 0 && bottom < window.innerHeight;
}

test('the form of a live test opens in sight', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Opened in sight');
  await recordAuctions(send, own);
  const path = `/draft?ym=${own.ym}&draft=${await makeDraft(send, own, '2.50')}`;
  const page = await openRoom(context, path, { width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Test live…' }).click();
  const field = page.getByLabel('What you expect, and by how much');
  await expect.poll(() => field.evaluate(isInSight)).toBe(true);
});

/** That the browser asks before it leaves the page; it then stays. */
async function expectQuestion(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
}

test('a form that is not sent is not lost with the page before a question', patient, async (context) => {
  const page = await openRoom(context, '/account');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('What it is for').click();
  await page.keyboard.type('Ad server');
  await expectQuestion(page);
  expect(await page.getByLabel('What it is for').inputValue()).toBe('Ad server');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Name of the seller').click();
  await page.keyboard.type('!');
  await expectQuestion(page);
  await page.keyboard.press('Backspace');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
});

test('a form that is not sent is not lost for another room before a question', patient, async (context) => {
  const page = await openRoom(context, '/account');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('What it is for').fill('Ad server');
  const leave = async (answer: 'accept' | 'dismiss') => {
    const asked = page.waitForEvent('dialog');
    const pressed = page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'History' }).click();
    const question = await asked;
    expect(question.message()).toContain('not saved');
    await question[answer]();
    await pressed;
  };
  await leave('dismiss');
  expect(await page.getByLabel('What it is for').inputValue()).toBe('Ad server');
  await leave('accept');
  await page.getByRole('heading', { name: 'History' }).waitFor();
});

test('typed values of a tier are not lost with the page before a question', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Typed and not saved');
  const page = await openRoom(context, `/tiers?ym=${own.ym}&tier=${own.tier}`);
  const description = page.getByRole('complementary', { name: 'Gold' }).getByLabel('Description');
  await description.click();
  await page.keyboard.type('Ours');
  await expectQuestion(page);
  expect(await description.inputValue()).toBe('Ours');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
});

test('each day of a try stands in one line, in windows of all sizes', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Days of a try');
  await recordAuctions(send, own);
  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${await makeDraft(send, own, '2.50')}`);
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await page.getByRole('button', { name: 'Days', exact: true }).click();
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => findFaults(page), { message: `${width} px wide` }).toEqual([]);
    const lines = await linesOfDays(page);
    expect(lines.length, `${width} px wide`).toBeGreaterThan(1);
    expect(new Set(lines), `${width} px wide`).toEqual(new Set([1]));
  }
});

/** In how many lines the day of each row stands, and in the last row their number. */
const linesOfDays = (page: Page): Promise<readonly number[]> =>
  page
    .getByRole('table')
    .filter({ has: page.getByRole('columnheader', { name: 'Day' }) })
    .locator('td:first-child')
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set(Array.from(text.getClientRects(), ({ top }) => top)).size;
      }),
    );
