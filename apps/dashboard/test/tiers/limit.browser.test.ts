import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

test(
  'a limit of preference is set in the form, published, listed, and told by Why? where it kept a bid out',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'Seller with a limit');
    const send = sendAs(context, user);
    const { ym, tier } = await makeTiers(send, 'With a limit');
    const page = await openRoom(context, `/tiers?ym=${ym}`, { user });
    const row = page.getByRole('row').filter({ hasText: 'Gold' });
    await row.waitFor();
    await page.getByRole('columnheader', { name: 'At most (USD CPM)' }).waitFor();
    await row.getByRole('gridcell', { name: 'no limit' }).waitFor();
    await row.getByText('Gold').click();
    const panel = page.getByRole('complementary', { name: 'Gold' });
    const limit = panel.getByLabel('Give up at most (USD CPM)');
    await panel.getByText('No limit: they come first').waitFor();
    await limit.fill('0.5');
    await panel.getByText('Prefer them only while the best other bid is at most 0.50 USD CPM higher').waitFor();
    const described = await limit.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText({ timeout: 5000 })).toContain(
      'at most 0.50 USD CPM higher',
    );
    await expectNoFault(page);

    // An exclude prefers no bid, so its form has no limit.
    await panel.getByText('⊘ exclude').click();
    await limit.waitFor({ state: 'detached' });
    await panel.getByText('▲ include').click();
    expect(await limit.inputValue()).toBe('');
    await limit.fill('0.5');
    await panel.getByRole('button', { name: 'Save in the draft' }).click();
    // The form leaves no room for the column.
    await panel.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('gridcell', { name: '0.50' }).waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    const cell = row.getByRole('gridcell').nth(heads.indexOf('At most (USD CPM)'));
    expect(await cell.textContent()).toBe('was no limit → , becomes 0.50');
    await expectNoFault(page);

    await page.goto(`${new URL(page.url()).origin}/app/draft?ym=${ym}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByLabel('Note for history').fill('preferred up to 0.50');
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await page.getByText('Published and live').waitFor();
    await page.getByText('give up at most (USD CPM) no limit → 0.50').waitFor();
    const stored = async () => (await send('GET', `/ym-auction-tier?id=${tier}`))['ym-auction-tier'].max_forgone;
    await expect.poll(stored).toBe('0.500000');

    const bids = [
      { id: 'mine', member_id: 107, price: 3 },
      { id: 'other', member_id: 110, price: 4 },
    ];
    await page.goto(`${new URL(page.url()).origin}/app/why?ym=${ym}&tab=json`);
    await page.getByRole('textbox', { name: 'Auction as JSON' }).fill(JSON.stringify({ ym_profile_id: ym, bids }));
    const answer = page.getByRole('region', { name: 'Answer' });
    const order = page.getByRole('grid', { name: 'Bids in auction order' });
    await order.getByRole('row').filter({ hasText: 'Saffron Travel' }).click();
    // After 15 %, the bids are 2.55 and 3.40 net. A bid of 2.90 net, 3.411765 gross, would have been near enough.
    await answer.getByText('costs 0.85 USD CPM').first().waitFor();
    await answer.getByText('at most 0.50 USD CPM').first().waitFor();
    await answer.getByText('bid 3.42 USD CPM gross; the best other bid is net 3.40 USD CPM').first().waitFor();
    await expectNoFault(page);

    // What was decided by it is counted beside the form.
    for (let at = 0; at < 2; at++) await send('POST', '/auction', { ym_profile_id: ym, bids });
    await page.goto(`${new URL(page.url()).origin}/app/tiers?ym=${ym}&tier=${tier}`);
    const figures = panel.getByRole('region', { name: 'Figures' });
    await expect
      .poll(
        async () => {
          await page.reload();
          await figures.getByText('Buyers bid').waitFor();
          return figures.innerText();
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toMatch(/Too costly\s+2 bids/);
  },
);
