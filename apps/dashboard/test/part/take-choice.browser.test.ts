import { randomBytes } from 'node:crypto';
import type { Draft } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { makeYmProfile, type OwnYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';

const draftsOf = async ({ id, ask: send }: OwnYmProfile) =>
  (await send(`/draft?ym_profile_id=${id}`)) as unknown as { drafts: Draft[] };

const buyersIn = async (own: OwnYmProfile, name: string) => {
  const { drafts } = await draftsOf(own);
  return drafts[0]?.tier_set?.tiers.find((tier) => tier.name === name)?.buyer_members?.map((buyer) => buyer.name);
};

test('Enter in the buyers of a tier takes the first match, and only the button saves', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await page.getByRole('row').filter({ hasText: 'House deal' }).getByText('House deal').click();
  const panel = page.getByRole('complementary', { name: 'House deal: Northwind' });
  const buyers = panel.getByRole('combobox', { name: 'Buyers' });
  await buyers.focus();
  // As one types who knows the page: Enter comes before the directory has answered.
  await page.keyboard.type('harb');
  await page.keyboard.press('Enter');
  await panel.getByText('Harbor Ads (', { exact: false }).waitFor();
  expect(await buyers.inputValue()).toBe('');
  // With an empty field and with a text that matches nothing, Enter takes nothing and sends nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.type('nobody of that name');
  await page.keyboard.press('Enter');
  await page.getByText('The directory has no such buyer').waitFor();
  expect(await buyers.inputValue()).toBe('nobody of that name');
  // Nor with the list closed.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.getByText('The directory has no such buyer').waitFor();
  expect((await draftsOf(own)).drafts).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('link', { name: 'Publish…' }).waitFor();
  expect(await buyersIn(own, 'House deal: Northwind')).toEqual(['Northwind Media', 'Harbor Ads']);
});

test(
  'a buyer that is looked for is taken where its field is left, and no form is sent before',
  patient,
  async (context) => {
    const own = await makeYmProfile(context);
    const page = await openRoom(context, `/tiers?ym=${own.id}`);
    await page.getByRole('row').filter({ hasText: 'House deal' }).getByText('House deal').click();
    const panel = page.getByRole('complementary', { name: 'House deal: Northwind' });
    await panel.getByLabel('Net minimum (USD CPM)').fill('7.50');
    await panel.getByRole('combobox', { name: 'Buyers' }).focus();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/platformMember\.list/, async (route) => answered.then(() => route.continue()));
    await page.keyboard.type('harb');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await panel.getByRole('button', { name: 'Save in the draft' }).click();
    expect((await draftsOf(own)).drafts).toEqual([]);
    answer();
    await panel.getByText('Harbor Ads (', { exact: false }).waitFor();
    await panel.getByRole('button', { name: 'Save in the draft' }).click();
    await page.getByRole('link', { name: 'Publish…' }).waitFor();
    expect(await buyersIn(own, 'House deal: Northwind')).toEqual(['Northwind Media', 'Harbor Ads']);
  },
);

test('Enter in the targeting of a tier takes the first match', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await page.getByRole('row').filter({ hasText: 'House deal' }).getByText('House deal').click();
  const panel = page.getByRole('complementary', { name: 'House deal: Northwind' });
  const where = panel.getByRole('combobox', { name: 'Where' });
  await where.fill('evenings');
  await where.press('Enter');
  await expect.poll(() => where.inputValue()).toMatch(/Evenings, New York time/);
  expect((await draftsOf(own)).drafts).toEqual([]);
});

test('Enter in the buyers of the bulk bar takes the first match', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`);
  await page.getByLabel('Choose House deal: Northwind').check();
  const bar = page.getByRole('form', { name: 'Edit the chosen tiers' });
  await bar.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: 'Add buyers' }).click();
  await bar.getByRole('combobox', { name: 'Add buyers' }).focus();
  for (const name of ['harb', 'saff']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await bar
      .getByText('buyers added:')
      .getByText(name === 'harb' ? /Harbor Ads/ : /Saffron Travel/)
      .waitFor();
  }
  expect((await draftsOf(own)).drafts).toEqual([]);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Change in the draft' }).click();
  await bar.waitFor({ state: 'detached' });
  expect(await buyersIn(own, 'House deal: Northwind')).toEqual(['Northwind Media', 'Harbor Ads', 'Saffron Travel']);
});

test(
  'Enter in the lists of a profile takes the first match, and only the button makes it',
  patient,
  async (context) => {
    const { url, users } = servedPage(context);
    const name = `By Enter ${randomBytes(4).toString('hex')}`;
    const stored = () => ask(url, users.otherSeller, 'GET', `/profile?name=${encodeURIComponent(name)}`);
    const page = await openRoom(context, '/tiers/targeting?profile=new', { user: users.otherSeller });
    const panel = page.getByRole('complementary', { name: 'New profile' });
    await panel.getByLabel('Name', { exact: true }).fill(name);
    await panel.getByRole('combobox', { name: 'Add a condition' }).fill('market');
    await page.keyboard.press('Enter');
    const markets = panel.getByRole('combobox', { name: 'US market areas (DMA)' });
    await markets.fill('New York');
    await page.keyboard.press('Enter');
    await panel.getByText('501 New York NY').first().waitFor();
    await markets.fill('Atlantis');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing matches').waitFor();
    expect(await markets.inputValue()).toBe('Atlantis');
    await markets.fill('');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await panel.getByRole('combobox', { name: 'Add a condition' }).fill('sizes');
    await page.keyboard.press('Enter');
    const sizes = panel.getByRole('combobox', { name: 'Sizes' });
    await sizes.fill('300x250');
    await page.keyboard.press('Enter');
    // What is typed freely is taken; an empty field sends nothing.
    await page.keyboard.press('Enter');
    await sizes.fill('wide');
    await page.keyboard.press('Enter');
    await panel.getByText('wide is none', { exact: false }).waitFor();
    expect((await stored())['profiles']).toEqual([]);
    await panel.getByRole('button', { name: 'Make it live…' }).click();
    await panel.getByRole('button', { name: 'Make it live', exact: true }).click();
    await page.getByRole('gridcell', { name, exact: true }).waitFor();
    expect((await stored())['profiles']).toMatchObject([
      { dma_targets: [{ dma: 501 }], size_targets: [{ width: 300, height: 250 }] },
    ]);
  },
);

test(
  'a name with a comma is one element of a list, and domains with commas between them are several',
  patient,
  async (context) => {
    const page = await openRoom(context, '/tiers/targeting?profile=new');
    const panel = page.getByRole('complementary', { name: 'New profile' });
    const add = async (condition: string, list: string, texts: string) => {
      await panel.getByRole('combobox', { name: 'Add a condition' }).fill(condition);
      await page.keyboard.press('Enter');
      await panel.getByRole('combobox', { name: list }).focus();
      await page.keyboard.type(texts);
      await page.keyboard.press('Enter');
    };
    const appliesTo = panel.getByText('Applies to').locator('..');
    await add('carriers', 'Carriers', 'Acme Wireless, Inc.');
    await add('cities', 'Cities', 'Washington, D.C. (US)');
    await add('domains', 'Domains', 'a.example,b.example');
    expect(await appliesTo.innerText()).toMatch(/Acme Wireless, Inc\./);
    for (const text of ['Acme Wireless, Inc.', 'Washington, D.C. (US)', 'a.example', 'b.example'])
      await panel.getByText(text, { exact: true }).waitFor();
  },
);
