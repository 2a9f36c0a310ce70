import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HistoryStep, TargetingProfile, TierSetFile } from '@auction-tiers/contract';
import type { Page } from 'playwright-core';
import { expect, test, type TestContext } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { makeYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

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

const plain = (text: string) => text.replaceAll('_', ' ').toLowerCase();
const areAllOf = (typed: string) => (options: readonly string[]) =>
  options.length > 0 && options.every((option) => plain(option).includes(plain(typed)));

test('New York evenings are made with the mouse', patient, async (context) => {
  const name = `Evenings ${randomBytes(4).toString('hex')}`;
  const page = await openRoom(context, '/tiers/targeting', { user: servedPage(context).users.otherSeller });
  await page.getByRole('button', { name: '+ New profile' }).first().click();
  const panel = page.getByRole('complementary', { name: 'New profile' });
  await panel.getByLabel('Name', { exact: true }).fill(name);
  await choose(page, 'Add a condition', 'market', /US market areas/);
  await choose(page, 'US market areas (DMA)', 'NYC', '501 New York NY');
  await page.keyboard.press('Escape');
  await choose(page, 'Add a condition', 'hours', 'Hours of the week');
  for (const hour of [18, 19, 20]) await panel.getByRole('button', { name: `${hour}:00, all days` }).click();
  await choose(page, 'Time zone of these hours', 'new york', 'America/New York');
  await panel.getByText('New York NY DMA, 18:00–21:00').waitFor();
  await expectNoFault(page);
  await panel.getByRole('button', { name: 'Make it live…' }).click();
  await panel.getByText('No tier uses it, so that no auction changes').waitFor();
  await panel.getByLabel('Note for history').fill('For the evening');
  await expectNoFault(page);
  await panel.getByRole('button', { name: 'Make it live', exact: true }).click();
  await page.getByRole('gridcell', { name, exact: true }).waitFor();
  await expectStored(context, name);
});

test('New York evenings are made with the keyboard alone', patient, async (context) => {
  const name = `Evenings ${randomBytes(4).toString('hex')}`;
  const page = await openRoom(context, '/tiers/targeting', { user: servedPage(context).users.otherSeller });
  const chooseByKey = async (text: string) => {
    await page.keyboard.type(text);
    // The list may still be that of another field, or not be narrowed yet.
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toSatisfy(areAllOf(text));
    const [first] = await page.getByRole('option').allInnerTexts();
    // A list that was opened or is drawn anew just now may forget what was reached: then one reaches it again.
    const reached = page.locator('[role=option][data-combobox-selected]');
    const take = async () => {
      await page.keyboard.press('ArrowDown');
      if ((await reached.count()) === 1) await page.keyboard.press('Enter');
      return page.getByRole('option', { name: first!, exact: true }).count();
    };
    await expect.poll(take).toBe(0);
  };
  await page.getByRole('button', { name: '+ New profile' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type(name);
  await page.getByRole('combobox', { name: 'Add a condition' }).focus();
  await chooseByKey('market');
  await page.getByRole('combobox', { name: 'US market areas (DMA)' }).focus();
  await chooseByKey('501');
  await page.getByRole('combobox', { name: 'Add a condition' }).focus();
  await chooseByKey('hours');
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
  await chooseByKey('America/New_York');
  await page.keyboard.press('Control+Enter');
  await page.getByLabel('Note for history').waitFor();
  await page.keyboard.type('Typed with the keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name, exact: true }).waitFor();
  await expectStored(context, name);
});

test(
  'hours begin in the time zone of the seller, and a draft is named by what it changes',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'Seller of Kolkata');
    const send = sendAs(context, user);
    await send('PUT', `/member?id=${user.member_id}`, { member: { timezone: 'Asia/Kolkata' } });
    const { ym } = await makeTiers(send, 'Of Kolkata');
    const page = await openRoom(context, `/tiers/targeting?ym=${ym}`, { user, width: 390, colorScheme: 'dark' });
    await page.getByRole('button', { name: '+ New profile' }).first().click();
    await choose(page, 'Add a condition', 'hours', 'Hours of the week');
    expect(await page.getByRole('combobox', { name: 'Time zone of these hours' }).inputValue()).toBe('Asia/Kolkata');
    const panel = page.getByRole('complementary', { name: 'New profile' });
    await panel.getByRole('button', { name: '18:00, all days' }).click();
    await panel.getByText(/^18:00–19:00$/).waitFor();
    await page.goto(page.url().replace(/\/app\/.*/, `/app/tiers?ym=${ym}`));
    await page.getByRole('row').filter({ hasText: 'Gold' }).getByText('Gold').click();
    await page.getByLabel('Net minimum (USD CPM)').fill('2.50');
    await page.getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByText('becomes 2.50').waitFor();
    await page.locator('.frame-draft').getByText('Gold', { exact: true }).waitFor();
  },
);

test(
  'what a live profile decides is named, asked about and noted before it is saved or deleted',
  patient,
  async (context) => {
    // The demo's targeting profiles are shared with its ym-profile: an id that nobody has makes one of this test's.
    const idInFile = 900_000_001;
    const own = await makeYmProfile(context, {
      profiles: [
        { id: idInFile, name: 'Phones of a test', device_type_action: 'include', device_type_targets: ['phone'] },
      ],
      tiers: [
        {
          name: 'Phones',
          member_action: 'include',
          min_price: '1.00',
          profile_id: idInFile,
          buyer_members: [{ id: 102 }],
        },
      ],
    });
    const answer = await own.ask(`/ym-profile/export?id=${own.id}`);
    const { profiles } = (answer as Record<string, TierSetFile>)['ym-profile-export']!;
    const { id, name } = profiles[0]!;
    const page = await openRoom(context, `/tiers/targeting?ym=${own.id}&profile=${id}`);
    const panel = page.getByRole('complementary', { name: name! });
    await panel.getByLabel('Description').fill('Changed by a test');
    await panel.getByRole('button', { name: 'Save live…' }).click();
    await panel.getByText(/From now on all auctions are decided with it, in \d+ tiers?: /).waitFor();
    const described = async () => ((await own.ask(`/profile?id=${id}`)) as Record<string, TargetingProfile>)['profile'];
    expect((await described())?.description).not.toBe('Changed by a test');
    await panel.getByLabel('Note for history').fill('Said in a test');
    await panel.getByRole('button', { name: 'Save live', exact: true }).click();
    await panel.waitFor({ state: 'detached' });
    expect((await described())?.description).toBe('Changed by a test');
    const steps = (await own.ask(`/ym-profile/history?id=${own.id}`)) as unknown as Record<string, HistoryStep[]>;
    expect(steps['ym-profile-history']?.[0]).toMatchObject({ note: 'Said in a test' });
  },
);

test('the file of all profiles has the times of their changes', patient, async (context) => {
  const page = await openRoom(context, '/tiers/targeting');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV: Profiles' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toMatch(
    /New York market,New York NY DMA,.*\d, \d\d\d\d, \d\d:\d\d \(America\/New_York\)/,
  );
});

test('a change of the same second is not overwritten unseen', patient, async (context) => {
  const user = await makeSeller(context, 'Two at once');
  const send = sendAs(context, user);
  await makeTiers(send, 'Two at once');
  const { id } = await send('POST', '/profile', { profile: { name: 'Shared' } });
  const { last_modified: seen } = (await send('GET', `/profile?id=${id}`)).profile;
  const page = await openRoom(context, `/tiers/targeting?profile=${id}`, { user });
  const panel = page.getByRole('complementary', { name: 'Shared' });
  await panel.getByLabel('Description').fill('mine');
  await page.route(/profile\.getTagged/, async (route) => {
    await send('PUT', `/profile?id=${id}`, { profile: { name: 'Theirs' } });
    const answer = await route.fetch();
    // As where both changes are of one second.
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/("last_modified":)"[^"]*"/, `$1"${seen}"`),
    });
  });
  await panel.getByRole('button', { name: 'Save live…' }).click();
  await panel.getByRole('button', { name: 'Save live', exact: true }).click();
  await panel.getByText('was changed meanwhile').waitFor();
});
