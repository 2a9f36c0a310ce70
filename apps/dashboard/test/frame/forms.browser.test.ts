import { expect, test } from 'vitest';
import { findFaults } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { makeDraft, makeTiers, sendAs } from '../fixture/seller.ts';

/** Buttons, and a button that stands in what each of them opens. */
const opened = [
  { button: 'Publish now', shows: 'Publish 1 change' },
  { button: 'Schedule', shows: 'Cancel' },
  { button: 'Test live…', shows: 'Start live' },
  { button: 'Ask for approval', shows: 'Close' },
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
