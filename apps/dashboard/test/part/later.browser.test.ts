import { expect, test } from 'vitest';
import { openRoom, patient } from '../fixture/page.ts';

test(
  'a part of a room that cannot be loaded says so, and is there once it is tried again',
  patient,
  async (context) => {
    const page = await openRoom(context, '/tiers', { allowed: /ERR_FAILED/ });
    await page.route(/tier-panel/, (route) => route.abort());
    const row = page.getByRole('row').filter({ hasText: 'House deal' });
    await row.getByText('House deal').click();
    await page.getByRole('alert').getByText('This part of the page could not be loaded').waitFor();
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.unroute(/tier-panel/);
    // While the service does not answer, the page stays.
    await page.evaluate('globalThis.isFirstPage = true');
    await page.route(/app\/tiers/, (route) => route.abort());
    const unanswered = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await page.getByRole('button', { name: 'Try again' }).click();
    await unanswered;
    expect(await page.evaluate('isFirstPage')).toBe(true);
    await page.unroute(/app\/tiers/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('complementary', { name: 'House deal: Northwind' }).getByLabel('Name').waitFor();
  },
);
