import type { Access } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { makeColleagues } from '../fixture/colleagues.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeUser } from '../fixture/user.ts';

test('who may only look is offered no change of a draft or a targeting profile', patient, async (context) => {
  const { own, member, path, asAnna } = await makeColleagues(context);
  const name = `US of ${own.ym}`;
  const profile = { name, country_action: 'include', country_targets: [{ code: 'US' }] };
  const { id } = await asAnna('POST', '/profile', { profile });
  const page = await openRoom(context, path, { user: await makeUser(context, member, 'viewer') });
  const mayOnly = async (allowed: readonly string[]) => {
    const buttons = page.locator('main').getByRole('button', { disabled: false });
    const names = await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
    expect(names.filter((one) => !allowed.includes(one))).toEqual([]);
  };
  await page.getByText('becomes 1.40').first().waitFor();
  await page.getByText('No promises yet. With one to a buyer').waitFor();
  await mayOnly(['Copy link']);
  const header = page.getByRole('banner');
  expect(await header.getByRole('link', { name: /^(?:Save view|Try it|Publish…)$/ }).count()).toBe(0);
  await page.getByText('Your user may look at tries').waitFor();
  await page.goto(page.url().replace(/\/draft.*/, `/tiers?ym=${own.ym}&tier=${own.tier}`));
  await page.getByText('Your user may look at tiers').waitFor();
  await page.goto(page.url().replace(/\/tiers.*/, `/tiers/advice?ym=${own.ym}`));
  await page.getByText('Your user may read advice').waitFor();
  await page.goto(page.url().replace(/\/tiers.*/, `/tiers/targeting?ym=${own.ym}&profile=${id}`));
  await page.getByRole('complementary', { name }).waitFor();
  await page.getByRole('row').filter({ hasText: name }).waitFor();
  await mayOnly(['Profile', 'Applies to', 'Used by', 'Changed', 'Download as CSV: Profiles', 'Close']);
});

test('who may only look at a seller without tiers is not offered to make the first one', patient, async (context) => {
  const { member, asAnna } = await makeColleagues(context);
  const { id } = await asAnna('POST', '/ym-profile', { 'ym-profile': { name: 'Without tiers' } });
  const page = await openRoom(context, `/today?ym=${id}`, { user: await makeUser(context, member, 'viewer') });
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.getByText('an editor makes it').waitFor();
  expect(await page.getByRole('link', { name: 'Make a tier' }).count()).toBe(0);
  const editor = await openRoom(context, `/today?ym=${id}`, { user: await makeUser(context, member, 'editor') });
  await editor.getByRole('link', { name: 'Make a tier' }).waitFor();
});

test('a user whose rights change is offered what the user may do by then', patient, async (context) => {
  const { own, member, admin } = await makeColleagues(context);
  const user = await makeUser(context, member, 'editor');
  const page = await openRoom(context, `/tiers?ym=${own.ym}`, { user, allowed: /status of 403/ });
  const { users } = await admin('GET', `/user?username=${user.username}`);
  const allow = (access: Access) => admin('PUT', `/user?id=${users[0]!.id}`, { user: { access } });
  const make = page.getByRole('button', { name: '+ New tier' });
  await make.click();
  const panel = page.getByRole('complementary', { name: 'New tier' });
  await panel.getByLabel('Name').fill('Typed before');
  await panel.getByLabel('Net minimum (USD CPM)').fill('1.75');
  await panel.getByLabel('Buyers').fill('falcon');
  await page.getByRole('option', { name: 'Falcon Sports (114)' }).click();
  await page.keyboard.press('Escape');
  await allow('viewer');
  await page.getByRole('button', { name: 'Save in the draft' }).click();
  await make.waitFor({ state: 'detached' });
  expect(await page.locator('aside').getByLabel('Name').inputValue()).toBe('Typed before');
  await allow('editor');
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await make.waitFor();
});
