import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { lookedAt } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeSeller, makeTiers, type Send, sendAs } from '../fixture/seller.ts';

/** Auctions sold at 1,000 CPM each, by placement. */
const sold = { '/1111/news': 1, '/1111/news/top': 2, '/1111/news/a/b': 3, '/1111/shop': 4, '/1111/Ärzte/überblick': 5 };

async function sell(send: Send, ym_profile_id: number): Promise<void> {
  const auctions = Object.entries(sold).flatMap(([placement_id, count]) =>
    Array.from({ length: count }, () => ({
      ym_profile_id,
      impression: { placement_id },
      bids: [{ id: 'a', member_id: 107, price: 1000 }],
      revenue_share_pct: 0,
    })),
  );
  await send('POST', '/auction/batch', { auctions });
}

/** Of each row the value and the auctions. */
const shown = async (table: Locator) => {
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const rows = await table.locator('.table-row.body').all();
  const cells = await Promise.all(rows.map((row) => row.getByRole('gridcell').allInnerTexts()));
  const inOrder = await Promise.all(rows.map((row) => row.getAttribute('aria-rowindex')));
  return cells
    .map((texts, at) => {
      const auctions = texts[heads.indexOf('Auctions')];
      return [Number(inOrder[at]), `${texts[0]?.trim()} ${auctions}`] as const;
    })
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text);
};

test('placements that are paths are a tree, which opens and closes by mouse and keyboard', patient, async (context) => {
  const user = await makeSeller(context, 'Seller of paths');
  const send = sendAs(context, user);
  const { ym } = await makeTiers(send, 'Paths');
  await sell(send, ym);
  const page = await openRoom(context, `/reports?ym=${ym}`, { user });
  const table = page.getByRole('grid', { name: 'Auctions by placement' });
  const closed = ['▾ /1111/* 15', '▸ news/* 6', '▸ Ärzte/* 5', 'shop 4'];
  await expect.poll(() => shown(table)).toEqual(closed);
  await table.getByRole('button', { name: '/1111/news/*' }).click();
  const open = ['▾ /1111/* 15', '▾ news/* 6', '▸ a/* 3', 'top 2', 'news itself 1', '▸ Ärzte/* 5', 'shop 4'];
  await expect.poll(() => shown(table)).toEqual(open);

  await table.focus();
  for (const key of ['j', 'j', 'j', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(() => shown(table)).toEqual([...open.slice(0, 2), '▾ a/* 3', 'b 3', ...open.slice(3)]);
  for await (const _ of lookedAt(page)) {
    expect(await table.locator('.table-row.sums').count()).toBe(0);
    // A phone has no room for the auctions, and keeps net.
    await table.getByRole('columnheader', { name: 'Net (USD)' }).waitFor();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await table.getByRole('columnheader', { name: 'Auctions' }).waitFor();
  for (const key of ['k', 'ArrowLeft']) await page.keyboard.press(key);
  await expect.poll(() => shown(table)).toEqual(closed);
  await table.getByRole('button', { name: '/1111/*', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(table)).toEqual(['▸ /1111/* 15']);
});
