import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { makeYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient } from '../fixture/page.ts';

test('closed hours, and that no user returns, are set for a group of sites', patient, async (context) => {
  const { id, ask } = await makeYmProfile(context);
  const stored = async () => (await ask(`/ym-profile?id=${id}`))['ym-profile'];
  const page = await openRoom(context, `/tiers/promises?ym=${id}`);
  const form = page.getByRole('form', { name: 'What a try should know of the sites' });
  const save = form.getByRole('button', { name: 'Save' });
  const hours = form.getByRole('combobox', { name: 'Hours in which they are closed' });
  await hours.fill('2:00 to 3');
  await page.getByRole('option', { name: '2:00 to 3:00', exact: true }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('checkbox', { name: 'No user returns' }).check();
  await expectNoFault(page);
  await save.click();
  await form.getByText('Saved.').waitFor();
  expect(await stored()).toMatchObject({ closed_hours: [2], no_units: true });

  // What another user sets meanwhile stays.
  await form.getByRole('checkbox', { name: 'No user returns' }).uncheck();
  await ask(`/ym-profile?id=${id}`, { 'ym-profile': { closed_hours: [4, 5] } }, 'PUT');
  await save.click();
  await form.getByText('Saved.').waitFor();
  expect(await stored()).toMatchObject({ closed_hours: [4, 5], no_units: false });
});
