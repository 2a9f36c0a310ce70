import type { Draft } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { makeYmProfile } from '../fixture/own-ym-profile.ts';
import { openRoom, patient } from '../fixture/page.ts';

test('a write whose answer is lost is made once', patient, async (context) => {
  const own = await makeYmProfile(context);
  const page = await openRoom(context, `/tiers?ym=${own.id}`, { allowed: /ERR_FAILED/ });
  let lost = 0;
  await page.route(/\/trpc\/draft\.(?:create|update)/, async (route) => {
    // The service has done it when its answer is lost.
    const answer = await route.fetch();
    if (lost++ === 0) return route.abort();
    return route.fulfill({ response: answer });
  });
  await page.getByRole('row').filter({ hasText: 'Pair A' }).getByText('Pair A').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Save in the draft' }).click();
  await page.getByRole('row').filter({ hasText: 'draft: new' }).waitFor();
  // The draft is shown as soon as the service tells of it, which may be before the page has its answer.
  await expect.poll(() => lost).toBeGreaterThan(1);
  const { drafts } = (await own.ask(`/draft?ym_profile_id=${own.id}`)) as unknown as {
    readonly drafts: readonly Draft[];
  };
  expect(drafts.map(({ tier_set: set }) => set?.tiers.filter(({ name }) => name === 'Pair A (copy)').length)).toEqual([
    1,
  ]);
});
