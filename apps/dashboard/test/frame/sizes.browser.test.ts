import { expect, test } from 'vitest';
import { rooms } from '../../src/frame/rooms.ts';
import { findFaults } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { sendAs } from '../fixture/seller.ts';

const long = 'W'.repeat(250);
const names = [`${long}-long`, 'שכבה ראשונה של העיתון عناوين الأخبار', '特別な枠 🎯 «première» Größe', 'Plain'];

test('long, foreign and right-to-left names and large figures fit in every room and size', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const { id: ym } = await send('POST', '/ym-profile', { 'ym-profile': { name: `${long}-site` } });
  const tiers: number[] = [];
  for (const [place, name] of names.entries()) {
    const { id } = await send('POST', '/ym-auction-tier', {
      'ym-auction-tier': {
        name,
        description: long,
        ym_profile_id: ym,
        member_action: 'include',
        min_price: place === 0 ? '999999.99' : '1.00',
        buyer_members: [{ id: 107 + place }],
      },
    });
    tiers.push(id);
  }
  const auctions = Array.from({ length: 1000 }, () => ({
    ym_profile_id: ym,
    bids: [{ id: 'a', member_id: 107, price: 999_999 }],
  }));
  for (let batch = 0; batch < 12; batch++) await send('POST', '/auction/batch', { auctions });
  await send('PUT', `/ym-auction-tier?id=${tiers[1]}`, { 'ym-auction-tier': { min_price: '987654.32' } });
  const { id: draft } = await send('POST', `/draft?from=${ym}`);
  const { tier_set: set } = (await send('GET', `/draft?id=${draft}`)).draft;
  const changed = set?.tiers.map((one) => ({
    ...one,
    name: `Drafted ${one.name}`.slice(0, 255),
    min_price: '765432.1',
  }));
  await send('PUT', `/draft?id=${draft}`, {
    draft: { name: long, note: 'N'.repeat(200), tier_set: { ...set, tiers: changed } },
  });

  const admin = sendAs(context, servedPage(context).users.admin);
  const username = `colleague-of-sizes-${ym}`;
  const password = `${username} has a password`;
  const { id: user } = await admin('POST', '/user', { user: { username, password, role: 'seller', member_id: 1 } });
  await admin('POST', '/api-key', {
    'api-key': { user_id: user, name: 'A key with a name of some words', scopes: ['read'] },
  });

  const page = await openRoom(context, `/today?ym=${ym}`);
  for (const room of [...rooms.map(({ path }) => path), `/tiers?tier=${tiers[0]}`, `/tiers/${tiers[0]}`]) {
    const at = new URL(page.url());
    await page.goto(`${at.origin}/app${room}${room.includes('?') ? '&' : '?'}ym=${ym}`);
    await page.locator('main h1').first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    for (const width of [1440, 1024, 720, 512]) {
      await page.setViewportSize({ width, height: 450 });
      // A chart is drawn again once it is told its width.
      await expect.poll(() => findFaults(page), { message: `${room}, ${width} px wide` }).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
