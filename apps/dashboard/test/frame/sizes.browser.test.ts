import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { rooms } from '@auction-tiers/contract/rooms';
import { findFaults } from '../fixture/look.ts';
import { asLogIn } from '../fixture/ask.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { makeDraft, makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';
import { makeUser } from '../fixture/user.ts';

const long = 'W'.repeat(250);
const names = [`${long}-long`, 'שכבה ראשונה של העיתון عناوين الأخبار', '特別な枠 🎯 «première» Größe', 'Plain'];

test('long, foreign and right-to-left names and large figures fit in every room and size', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const { id: ym } = await send('POST', '/ym-profile', { 'ym-profile': { name: `${long}-site` } });
  const tiers: number[] = [];
  for (const [index, name] of names.entries()) {
    const { id } = await send('POST', '/ym-auction-tier', {
      'ym-auction-tier': {
        name,
        description: long,
        ym_profile_id: ym,
        member_action: 'include',
        min_price: index === 0 ? '999999.99' : '1.00',
        buyer_members: [{ id: 107 + index }],
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

  const { url, users } = servedPage(context);
  const admin = sendAs(context, await asLogIn(url, users.admin));
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
      // The line above the room stays one line, however long the names are.
      const places = await page
        .locator('.top-line > .chip')
        .evaluateAll((chips) => chips.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()));
      expect(new Set(places.map(({ y }) => y)).size).toBe(1);
      expect(places.at(-1)!.right).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('a name that is one long word stays in the window, in each room that shows it', patient, async (context) => {
  const user = await makeSeller(context, long);
  const send = sendAs(context, user);
  const own = await makeTiers(send, long);
  const draft = await makeDraft(send, own, '2.50');
  await send('POST', '/view', { view: { name: long, address: '/today?from=-7&to=0' } });
  const experiment = {
    name: long,
    draft_id: draft,
    design: 'split',
    share: 0.1,
    hypothesis: `2 % ${long.slice(0, 190)}`,
  };
  const { id: tested } = await send('POST', '/experiment', {
    experiment: { ...experiment, guard: { max_loss: '20.00' } },
  });
  const { id } = await send('POST', '/profile', {
    profile: { name: long, carrier_action: 'include', carrier_targets: [{ name: long }] },
  });
  await send('POST', '/channel', { channel: { name: long, to: 'https://desk.example/' } });
  const page = await openRoom(context, `/today?ym=${own.ym}`, { user, width: 360 });
  await page.getByText(`It is ${long}.`).waitFor();
  expect(await findFaults(page)).toEqual([]);
  const [here] = page.url().split('/today');
  const look = async (path: string, shown: Locator) => {
    await page.goto(`${here}${path}${path.includes('?') ? '&' : '?'}ym=${own.ym}`);
    await shown.waitFor();
    expect(await findFaults(page)).toEqual([]);
  };
  await look('/draft/tests', page.getByRole('button', { name: 'Start live…' }));
  await send('POST', `/experiment/start?id=${tested}`);
  await look(`/draft?draft=${draft}`, page.getByText('is testing it: ending that publishes it').first());
  await look('/reports/views', page.getByRole('row', { name: long }));
  await look(`/tiers/${own.tier}`, page.getByRole('table', { name: 'Changes of the tier' }));
  await look(`/tiers/targeting?profile=${id}`, page.getByRole('combobox', { name: 'Carriers' }));
  await look('/today/alerts', page.getByRole('button', { name: 'Mail, chats and quiet hours' }));
  await page.getByRole('button', { name: 'Mail, chats and quiet hours' }).click();
  await page.getByRole('listitem', { name: long }).waitFor();
  expect(await findFaults(page)).toEqual([]);
  const reader = await makeUser(context, user.member_id, 'viewer');
  const account = await openRoom(context, `/account?ym=${own.ym}`, { user: reader, width: 360 });
  await account.getByText('change these settings').waitFor();
  expect(await findFaults(account)).toEqual([]);
});

test('days across a new year, a draft and a paused test stand in one line of a phone', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const { id: ym } = await send('POST', '/ym-profile', { 'ym-profile': { name: 'One line' } });
  const tier = { name: 'Gold', ym_profile_id: ym, member_action: 'include', min_price: '1.00' };
  await send('POST', '/ym-auction-tier', { 'ym-auction-tier': { ...tier, buyer_members: [{ id: 107 }] } });
  const { id: draft } = await send('POST', `/draft?from=${ym}`);
  await send('PUT', `/draft?id=${draft}`, { draft: { name: 'Prices of the new year for all partners' } });
  const experiment = { name: 'Gold', hypothesis: 'Net rises by 2 %', guard: { max_loss: '9' }, draft_id: draft };
  const { id } = await send('POST', '/experiment', { experiment: { ...experiment, design: 'shadow' } });
  await send('POST', `/experiment/start?id=${id}`);
  await send('POST', `/experiment/pause?id=${id}`);
  const page = await openRoom(context, `/tiers?ym=${ym}&draft=${draft}&from=2025-12-28&to=2026-01-04`, { width: 390 });
  await page.getByRole('link', { name: /paused/ }).waitFor();
  await page.getByRole('link', { name: /^Prices of the new year/ }).waitFor();
  expect(await findFaults(page)).toEqual([]);
  expect(await page.getByRole('button', { name: /Jan 4, 2026/ }).getAttribute('title')).toBe(
    'Dec 28, 2025 – Jan 4, 2026, America/New_York',
  );
});
