import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { recordAuctions } from '../fixture/recorded-auctions.ts';
import { makeDraft, makeSeller, sendAs } from '../fixture/seller.ts';

/** That a room names EUR and nothing else with its prices and totals. */
async function expectEuro(page: Page): Promise<void> {
  await expectNoFault(page);
  const text = await page.locator('main').innerText();
  expect(text).toContain('EUR');
  expect(text).not.toMatch(/USD|\$\s?\d|\d CPM|\(CPM\)/);
}

test('Today, Tiers, Buyers and a draft of a seller in EUR, with a deal, show EUR', patient, async (context) => {
  const user = await makeSeller(context, 'Seller of deals');
  const send = sendAs(context, user);
  const seller = { currency: 'EUR', currency_rates: { USD: '0.92' }, report_breakdowns: ['deal'] };
  await send('PUT', `/member?id=${user.member_id}`, { member: seller });
  const { id: ym } = await send('POST', '/ym-profile', { 'ym-profile': { name: 'Deals' } });
  const deal = { name: 'RBC', deal_action: 'include', deal_targets: [{ code: 'RBC_123' }] };
  const { id: profile } = await send('POST', '/profile', { profile: deal });
  const gold = { name: 'The deal', ym_profile_id: ym, member_action: 'include', priority: 9 };
  const { id: tier } = await send('POST', '/ym-auction-tier', {
    'ym-auction-tier': { ...gold, min_price: '2.00', buyer_members: [{ id: 107 }], profile_id: profile },
  });
  const own = { ym, tier, minimum: () => Promise.resolve(null) };
  await recordAuctions(send, own, { deal: 'RBC_123' });
  const draft = await makeDraft(send, own, '2.20');

  const page = await openRoom(context, `/reports?ym=${ym}`, { user });
  await page.getByRole('combobox', { name: 'Auctions by' }).click();
  await page.getByRole('option', { name: 'by deal' }).click();
  const byDeal = page.getByRole('grid', { name: 'Auctions by deal' });
  await byDeal.getByRole('columnheader', { name: 'Net (EUR CPM)' }).waitFor();
  await expect.poll(() => byDeal.innerText(), { timeout: 60_000 }).toContain('RBC_123');
  await expectEuro(page);

  await page.getByRole('link', { name: 'Tiers', exact: true }).click();
  const ladder = page.getByRole('grid', { name: 'Tiers' });
  for (const name of ['Net from (EUR CPM)', 'Gross (EUR CPM)', 'Net a day (EUR)']) {
    await ladder.getByRole('columnheader', { name }).waitFor();
  }
  await ladder.getByText('deal RBC_123').waitFor();
  await expectEuro(page);

  await page.getByRole('link', { name: 'Buyers' }).click();
  await page.getByRole('columnheader', { name: 'Median net (EUR CPM)' }).waitFor();
  await expectEuro(page);

  await page.goto(page.url().replace(/\/buyers.*/, `/draft?ym=${ym}&draft=${draft}`));
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await expect.poll(() => page.locator('.comparison-figure').innerText()).toContain('EUR');
  await expectEuro(page);
});
