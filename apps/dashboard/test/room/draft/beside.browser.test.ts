import { expect, test, type TestContext } from 'vitest';
import { type Colleagues, makeColleagues } from '../../fixture/colleagues.ts';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient, type View } from '../../fixture/page.ts';

/** The form of the tier Gold, with another value typed. */
async function typeInGold(context: TestContext, of: Colleagues, view: View, [label, value]: readonly [string, string]) {
  const page = await openRoom(context, `/tiers?ym=${of.own.ym}`, view);
  await page.getByRole('row').filter({ hasText: 'Gold' }).getByText('Gold').first().click();
  await page.getByRole('complementary', { name: 'Gold' }).getByLabel(label).fill(value);
  return page;
}

const draftsOf = async (of: Colleagues) =>
  (await of.asAnna('GET', `/draft?ym_profile_id=${of.own.ym}`)).drafts.map(
    ({ id, created_by: maker, state, tier_set: set }) => ({
      id,
      maker,
      state,
      tiers: set?.tiers.map(({ min_price: price, priority }) => [price, priority]),
    }),
  );

test('two who begin at the same moment get one draft, and the second is told whose it is', patient, async (context) => {
  const of = await makeColleagues(context);
  await of.asAnna('DELETE', `/draft?id=${of.draft}`);
  // Until both have asked, neither is answered what drafts there are: each saves without knowing of the other.
  const [anna, ben] = await Promise.all([
    typeInGold(context, of, { user: of.anna }, ['Net minimum (USD CPM)', '2.40']),
    typeInGold(context, of, { user: of.ben, allowed: /status of 409/ }, ['Priority, 10 is first', '8']),
  ]);
  const asked = { anna: Promise.withResolvers<void>(), ben: Promise.withResolvers<void>() };
  await anna.route(/draft\.create/, async (route) => {
    asked.anna.resolve();
    await asked.ben.promise;
    await route.continue();
  });
  await ben.route(/draft\.create/, async (route) => {
    asked.ben.resolve();
    await anna.getByText('Saved in the draft').or(anna.locator('.frame-draft')).first().waitFor();
    await route.continue();
  });
  await Promise.all([anna, ben].map((page) => page.getByRole('button', { name: 'Save in the draft' }).click()));
  const said = ben.getByRole('alert').filter({ hasText: `${of.anna.username} has begun` });
  await said.waitFor();
  expect(await said.innerText()).toContain('at the same time. Nothing of yours is saved yet.');
  await expectNoFault(ben);
  const before = await draftsOf(of);
  expect(before).toMatchObject([{ maker: of.anna.username, tiers: [['2.400000', 5]] }]);
  await said.getByRole('button', { name: 'Save mine beside it' }).click();
  const both = [{ id: before[0]!.id, tiers: [['2.400000', 8]] }];
  await expect.poll(() => draftsOf(of), { timeout: 60_000 }).toMatchObject(both);
});

test(
  'beside a scheduled draft an edit goes into another one, and a live change says what becomes of it',
  patient,
  async (context) => {
    const of = await makeColleagues(context);
    await of.asAnna('PUT', `/draft?id=${of.draft}`, { draft: { name: 'Sale' } });
    await of.asAnna('POST', `/draft/publish?id=${of.draft}`, { 'draft-publish': { at: '2099-12-01T06:00:00-05:00' } });
    const page = await typeInGold(context, of, { user: of.ben }, ['Priority, 10 is first', '8']);
    await page.getByText('“Sale” is scheduled for Dec 1, 2099, 06:00. It is then applied to').waitFor();
    await page.getByRole('button', { name: 'Save in another draft…' }).click();
    const said = page.getByRole('alert').filter({ hasText: 'cannot be changed before' });
    await said.waitFor();
    expect(await said.getByRole('link', { name: 'See its schedule' }).count()).toBe(1);
    await expectNoFault(page);
    await said.getByRole('button', { name: 'Save mine in a new draft' }).click();
    // The address names the new draft once it is made.
    await page.waitForURL(/[?&]draft=\d+/);
    // The scheduled draft's own price is not in it.
    expect((await draftsOf(of)).toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: of.draft, state: 'scheduled', tiers: [['1.400000', 5]] },
      { maker: of.ben.username, state: 'open', tiers: [['2.000000', 8]] },
    ]);
  },
);
