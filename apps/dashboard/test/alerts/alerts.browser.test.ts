import { findServiceWord } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { makeYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeDraft, makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

test('an experiment that pauses is told by the bell, and the alert is seen with a note', patient, async (context) => {
  const own = await makeYmProfile(context);
  const id = async (path: string, body: object) => {
    const answer = await own.ask(path, body);
    return Number(answer['id']);
  };
  const draft = await id(`/draft?from=${own.id}`, { name: 'Tested' });
  const guard = { max_loss: '20.00' };
  const body = { name: 'Told', draft_id: draft, design: 'split', share: 0.1, hypothesis: '2 %', guard };
  const experiment = await id('/experiment', body);
  await own.ask(`/experiment/start?id=${experiment}`, {});
  await own.ask(`/experiment/pause?id=${experiment}`, {});
  await expect
    .poll(async () => JSON.stringify(await own.ask(`/alert?ym_profile_id=${own.id}`)), { timeout: 60_000 })
    .toContain('Live test Told is paused');
  const page = await openRoom(context, `/today?ym=${own.id}`);
  await page.getByRole('link', { name: 'Today 1 alert' }).waitFor();
  // Today tells of the live test itself, once; its alert is among the alerts.
  const needs = page.getByRole('region', { name: 'Needs attention' });
  await needs.getByText('is paused').waitFor();
  expect(await needs.getByText('is paused').count()).toBe(1);
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('link', { name: /Live test Told is paused/ }).click();
  const alert = page.getByRole('region', { name: 'The alert' });
  await alert.getByLabel('Note (optional)').fill('We paused it');
  await expectNoFault(page);
  await alert.getByRole('button', { name: 'I have seen it' }).click();
  await page.getByText(', seen').waitFor();
  await page.getByRole('link', { name: '1 alert' }).waitFor({ state: 'detached' });
  await alert.getByRole('link', { name: 'To the live test' }).click();
  await page.getByRole('button', { name: 'Resume…' }).waitFor();
  await page.goBack();
  const alerts = async () => JSON.stringify(await own.ask(`/alert?ym_profile_id=${own.id}`));
  expect(await alerts()).toContain('We paused it');
  // A note of a colleague stays where none was typed since.
  const [told] = (await own.ask(`/alert?ym_profile_id=${own.id}`))['alerts'] as unknown as { id: number }[];
  await own.ask(`/alert?id=${told!.id}`, { note: 'Ben resumes it on Monday' }, 'PUT');
  await alert.getByRole('button', { name: 'Mute this alert' }).click();
  await alert.getByRole('button', { name: 'Unmute this alert' }).waitFor();
  expect(await alerts()).toContain('Ben resumes it on Monday');
  // What is over stands below what goes on.
  await own.ask(`/experiment/end?id=${experiment}`, { outcome: 'drop' });
  await page.getByRole('heading', { name: 'Resolved' }).waitFor({ timeout: 120_000 });
  // A link to an alert that is older than the list.
  const whole = 'num_elements%22%3A100';
  await page.route(/alert\.list/, (route) =>
    route.continue({ url: route.request().url().replace(whole, `${whole}%2C%22start_element%22%3A1`) }),
  );
  await page.reload();
  await page.getByText('No alerts yet.').waitFor();
  await alert.getByText('Live test Told is paused').waitFor();
});

test('a chat is told too: a test of it says what came of it, and quiet hours are kept', patient, async (context) => {
  const user = await makeSeller(context, 'Seller with a chat');
  const send = sendAs(context, user);
  await makeTiers(send, 'Told');
  const page = await openRoom(context, '/today/alerts', {
    user,
    width: 390,
    colorScheme: 'dark',
    allowed: /status of 400/,
  });
  await page.getByRole('button', { name: 'Mail, chats and quiet hours' }).click();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByLabel('Name').fill('Night <b>shift</b>');
  // The service of the tests has no mail server, and refuses such a channel.
  await page.getByText('This installation sends no mail').waitFor();
  expect(await page.getByRole('radio', { name: 'By mail' }).isDisabled()).toBe(true);
  expect(await page.getByRole('radio', { name: 'In Slack or Teams' }).isChecked()).toBe(true);
  await page.getByLabel('Address of the incoming webhook').fill('https://alerts.example/services/T0/hidden');
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Add the channel' }).click();
  const channel = page.getByRole('listitem', { name: 'Night <b>shift</b>' });
  await channel.getByText('by Slack or Teams to https://alerts.example/…').waitFor();
  await channel.getByRole('button', { name: 'Send a test' }).click();
  await channel.getByText('The test did not arrive: the host alerts.example cannot be found.').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('hidden');
  await channel.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Name').fill('Day shift');
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('listitem', { name: 'Day shift' });
  await renamed.getByText('by Slack or Teams to https://alerts.example/…').waitFor();
  await page.getByRole('combobox', { name: /^Quiet hours from/ }).click();
  await page.getByRole('option', { name: '22:00' }).click();
  await expect.poll(async () => JSON.stringify(await send('GET', '/member'))).toContain('"quiet_hours":[22,7]');
  await expectNoFault(page);
  await renamed.getByRole('button', { name: 'Stop sending here…' }).click();
  await expectNoFault(page);
  await renamed.getByRole('button', { name: 'Stop sending here', exact: true }).click();
  await renamed.waitFor({ state: 'detached' });
});

test('quiet hours keep what a colleague has changed of the alerts meanwhile', patient, async (context) => {
  const user = await makeSeller(context, 'Two channels');
  const send = sendAs(context, user);
  await makeTiers(send, 'Told');
  const page = await openRoom(context, '/today/alerts', { user });
  await page.getByRole('button', { name: 'Mail, chats and quiet hours' }).click();
  const quiet = page.getByRole('combobox', { name: /^Quiet hours from/ });
  await quiet.waitFor();
  // The page has not read the colleague's change yet.
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  await page.route(/member\.get(?!Tagged)/, async (route) => over.then(() => route.continue()));
  await send('PUT', `/member?id=${user.member_id}`, { member: { alerts: { false_alarms_per_month: 7 } } });
  await quiet.click();
  await page.getByRole('option', { name: '22:00' }).click();
  const stored = async () => JSON.stringify(await send('GET', '/member'));
  await expect.poll(stored).toContain('"quiet_hours":[22,7]');
  expect(await stored()).toContain('"false_alarms_per_month":7');
  end();
});

test('the alert of a draft that was not published names what stood in its way', patient, async (context) => {
  const user = await makeSeller(context, 'Not published');
  const send = sendAs(context, user);
  const own = await makeTiers(send, 'Not published');
  const draft = await makeDraft(send, own, '2.50');
  const at = new Date(Date.now() + 3000).toISOString();
  await send('POST', `/draft/publish?id=${draft}`, { at });
  await send('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { min_price: '3.00' } });
  const alerts = async () => JSON.stringify(await send('GET', `/alert?ym_profile_id=${own.ym}`));
  await expect.poll(alerts, { timeout: 60_000 }).toContain('was not published at its time');
  const page = await openRoom(context, `/today/alerts?ym=${own.ym}`, { user });
  await page.getByRole('link', { name: /was not published at its time/ }).click();
  const alert = page.getByRole('region', { name: 'The alert' });
  await alert.getByRole('heading', { name: /net minimum \(USD CPM\)/ }).waitFor();
  expect(findServiceWord(await page.getByRole('main').innerText())).toBe(null);
  await expectNoFault(page);
});

test('the room says what is watched, and which falls are found how soon', patient, async (context) => {
  const page = await openRoom(context, '/today/alerts');
  const row = page.getByRole('table', { name: 'What is watched' }).getByRole('row', { name: /^traffic/i });
  await row.getByText(/^A fall of \d+\.\d % within (?:an hour|a day)/).waitFor();
  expect(findServiceWord(await page.getByRole('main').innerText())).toBe(null);
  await expectNoFault(page);
});
