import type { Draft } from '@auction-tiers/contract';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { makeYmProfile, type OwnYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { endSession, makeUser } from '../fixture/user.ts';

const name = 'Typed before the session ended';
const allowed = /status of 40[13]/;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

async function draftsOf({ id, ask }: OwnYmProfile): Promise<readonly Draft[]> {
  const { drafts } = (await ask(`/draft?ym_profile_id=${id}`)) as unknown as { readonly drafts: readonly Draft[] };
  return drafts;
}

async function fillTier(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New tier' }).click();
  const panel = page.getByRole('complementary', { name: 'New tier' });
  await panel.getByLabel('Name').fill(name);
  await panel.getByLabel('Net minimum (USD CPM)').fill('1.75');
  await panel.getByLabel('Buyers').fill('falcon');
  await page.getByRole('option', { name: 'Falcon Sports (114)' }).click();
  await page.keyboard.press('Escape');
}

test(
  'a session that ends in the middle of a form goes on after the password, and the write is done once',
  patient,
  async (context) => {
    const own = await makeYmProfile(context);
    const user = await makeUser(context);
    const page = await openRoom(context, `/tiers?ym=${own.id}`, { user, allowed });
    await fillTier(page);
    // While the write is under way: the page looks for changes by itself, and would ask for the password before it.
    const end = async (route: Route) => {
      await endSession(context, page);
      await route.continue();
    };
    await page.route(/\/trpc\/draft\.create/, end, { times: 1 });
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Control+Enter');
    const password = dialog(page).locator('input[type=password]');
    await expect.poll(() => password.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectNoFault(page);
    await password.fill('wrong');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('alert').waitFor();
    expect(await draftsOf(own)).toEqual([]);
    // It cannot be closed, and what was typed is behind it.
    await page.keyboard.press('Escape');
    expect(await page.locator('aside').getByLabel('Name').inputValue()).toBe(name);
    await password.fill(user.password);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('complementary', { name }).waitFor();
    const [draft, ...others] = await draftsOf(own);
    expect(others).toEqual([]);
    const made = draft?.tier_set?.tiers.filter((tier) => tier.name === name);
    expect(made).toMatchObject([{ min_price: '1.750000', buyer_members: [{ id: 114 }] }]);
  },
);

test(
  'where another user signs in after a session has ended, nothing of the user before is written',
  patient,
  async (context) => {
    const own = await makeYmProfile(context);
    const [user, other] = [await makeUser(context), await makeUser(context)];
    const page = await openRoom(context, `/tiers?ym=${own.id}`, { user, allowed });
    await fillTier(page);
    await page.getByRole('button', { name: 'Save live…' }).click();
    const save = page.getByRole('button', { name: 'Save live', exact: true });
    await save.waitFor();
    await endSession(context, page);
    // It is one call, which would go out before the page is loaded anew. Pressed although the page may ask for the password by
    // now, for it looks for changes by itself.
    await save.dispatchEvent('click');
    await dialog(page).getByLabel('Username').fill(other.username);
    await dialog(page).locator('input[type=password]').fill(other.password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Rooms' }).getByText(other.username).waitFor();
    await page.getByRole('row').filter({ hasText: 'House deal' }).waitFor();
    expect(JSON.stringify(await own.ask(`/ym-auction-tier?ym_profile_id=${own.id}`))).not.toContain(name);
    expect(await page.getByText(name).count()).toBe(0);
  },
);
