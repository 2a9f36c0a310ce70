import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { makeYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient } from '../fixture/page.ts';

test('an experiment that pauses is told by the bell, and the alert is seen with a note', patient, async (context) => {
  const own = await makeYmProfile(context);
  const id = async (path: string, body: object) => {
    const answer = await own.ask(path, body);
    return Number(answer['id']);
  };
  const draft = await id(`/draft?from=${own.id}`, { name: 'Tested' });
  const guard = { max_loss: '20.00' };
  const body = { name: 'Told', draft_id: draft, design: 'split', share: 0.1, hypothesis: 'None', guard };
  const experiment = await id('/experiment', body);
  await own.ask(`/experiment/start?id=${experiment}`, {});
  await own.ask(`/experiment/pause?id=${experiment}`, {});
  await expect
    .poll(async () => JSON.stringify(await own.ask(`/alert?ym_profile_id=${own.id}`)), { timeout: 60_000 })
    .toContain('Experiment Told is paused');
  const page = await openRoom(context, `/today?ym=${own.id}`);
  await page.getByRole('link', { name: '1 alert' }).click();
  await page.getByRole('link', { name: /Experiment Told is paused/ }).click();
  const alert = page.getByRole('region', { name: 'The alert' });
  await alert.getByLabel('Note (may stay empty)').fill('We paused it');
  await expectNoFault(page);
  await alert.getByRole('button', { name: 'I have seen it' }).click();
  await page.getByText(', seen').waitFor();
  await page.getByRole('link', { name: '1 alert' }).waitFor({ state: 'detached' });
  expect(JSON.stringify(await own.ask(`/alert?ym_profile_id=${own.id}`))).toContain('We paused it');
  // What is over stands below what goes on.
  await own.ask(`/experiment/end?id=${experiment}`, { outcome: 'drop' });
  await page.getByRole('heading', { name: 'Over' }).waitFor({ timeout: 120_000 });
});
