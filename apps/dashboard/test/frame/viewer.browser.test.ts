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
  await page.getByText('These are those of the group of sites').waitFor();
  await mayOnly(['Copy link']);
  await page.goto(page.url().replace(/\/draft.*/, `/profiles?ym=${own.ym}&profile=${id}`));
  await page.getByRole('complementary', { name }).waitFor();
  await page.getByRole('row').filter({ hasText: name }).waitFor();
  await mayOnly(['Profile', 'Applies to', 'Used by', 'Changed', 'Download as CSV: Profiles', 'Close']);
});
