import { expect, test } from 'vitest';
import { makeColleagues } from '../fixture/colleagues.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { setMinimum } from '../fixture/seller.ts';

test(
  'a second tab and a colleague see a change without an act, and nothing typed is lost',
  patient,
  async (context) => {
    const colleagues = await makeColleagues(context);
    const { own, anna, ben, asAnna, draft } = colleagues;
    const path = `/tiers?ym=${own.ym}`;
    const bens = await openRoom(context, path, { user: ben });
    const annas = await openRoom(context, path, { user: anna });
    const second = await annas.context().newPage();
    await second.goto(annas.url());
    const tabs = [bens, annas, second];
    const row = (page: typeof bens) => page.getByRole('row').filter({ hasText: 'Gold' });
    for (const page of tabs) await row(page).filter({ hasText: 'becomes 1.40' }).waitFor();
    await row(bens).getByText('Gold').click();
    await bens.getByLabel('Description').fill('typed by Ben');
    await setMinimum(asAnna, draft, '1.60');
    for (const page of tabs) await row(page).filter({ hasText: 'becomes 1.60' }).waitFor();
    expect(await bens.getByLabel('Description').inputValue()).toBe('typed by Ben');
    // What is live too.
    await asAnna('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { priority: 9 } });
    for (const page of tabs) await row(page).filter({ hasText: 'was 9' }).waitFor();

    // The tab with the stream is closed: the other one goes on.
    await annas.close();
    await setMinimum(asAnna, draft, '1.70');
    await row(second).filter({ hasText: 'becomes 1.70' }).waitFor();
  },
);

test('an administrator sees the changes of the seller for whom the page is open', patient, async (context) => {
  const { own, member, asBen, draft } = await makeColleagues(context);
  const page = await openRoom(context, `/tiers?ym=${own.ym}&member=${member}`, {
    user: servedPage(context).users.admin,
  });
  await page.getByRole('row').filter({ hasText: 'becomes 1.40' }).waitFor();
  await setMinimum(asBen, draft, '1.60');
  await page.getByRole('row').filter({ hasText: 'becomes 1.60' }).waitFor();
});

test(
  'a room goes on while others change something all the time, and each answer takes long',
  patient,
  async (context) => {
    const { own, asAnna, asBen, ben, draft } = await makeColleagues(context);
    const page = await openRoom(context, `/tiers?ym=${own.ym}`, { user: ben });
    await page.getByRole('row').filter({ hasText: 'becomes 1.40' }).waitFor();
    // An answer takes longer than the page waits between two changes.
    const line = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 600, downloadThroughput: -1, uploadThroughput: -1 };
    await line.send('Network.emulateNetworkConditions', slow);
    const over = new AbortController();
    const changing = (async () => {
      for (let priority = 1; !over.signal.aborted; priority = (priority % 10) + 1) {
        await asAnna('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { priority } });
      }
    })();
    await setMinimum(asBen, draft, '1.60');
    await page.getByRole('row').filter({ hasText: 'becomes 1.60' }).waitFor();
    over.abort();
    await changing;
  },
);
