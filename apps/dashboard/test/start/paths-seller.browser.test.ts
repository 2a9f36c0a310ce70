import { addDays } from '@auction-tiers/calendar';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DemoUser } from '@auction-tiers/tools/service';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ask, asLogIn } from '../fixture/ask.ts';
import { lookedAt } from '../fixture/look.ts';
import { MovedService } from '../fixture/moved/service.ts';
import { openWindow } from '../fixture/page.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const [top, shop] = ['/1111/news/top', '/1111/shop/list'];
/** What is usual is known after two weeks; auctions of each of their hours. */
const [learningDays, perHour] = [15, 120];

/** A new seller of the service, with one group of sites, whose user signs in. */
async function makeSeller({ demo: { url, users } }: MovedService): Promise<DemoUser> {
  const admin = users[0]!;
  const member = { name: `Paths ${randomBytes(4).toString('hex')}`, record_share: 1, revenue_share_pct: 0 };
  const { id } = await ask(url, admin, 'POST', '/member', { member });
  const user = { username: 'paths', password: randomBytes(12).toString('hex'), role: 'seller', member_id: Number(id) };
  await ask(url, await asLogIn(url, admin), 'POST', '/user', { user });
  return asLogIn(url, { ...user, role: 'seller', api_key: '' });
}

/**
 * Auctions of which so many of ten are of the dear placement. Both buyers bid on each, and pay as much in each placement;
 * the one of the tier wins with less than the other one bids.
 */
async function decide(
  { demo: { url } }: MovedService,
  user: DemoUser,
  ym_profile_id: number,
  { from = 0, count, dearOfTen }: { readonly from?: number; readonly count: number; readonly dearOfTen: number },
): Promise<void> {
  const auctions = Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const [isDear, isEven, more] = [at % 10 < dearOfTen, at % 2 === 0, (at % 7) / 10];
    const cheap = 1 + more;
    const [own, other] = isEven
      ? [isDear ? 8 : cheap, isDear ? 8.5 + more : 0.9]
      : [isDear ? 1 : 0.9, isDear ? 8 : cheap];
    const bids = [
      { id: 'a', member_id: 107, price: own },
      { id: 'b', member_id: 110, price: other },
    ];
    return { ym_profile_id, impression: { placement_id: isDear ? top : shop }, bids };
  });
  await ask(url, user, 'POST', '/auction/batch', { auctions });
}

/** Moves the clocks to the next day, and waits until the service knows. */
async function passToMidnight(moved: MovedService, user: DemoUser, ym: number): Promise<void> {
  await moved.pass(dayMs - (moved.nowMs % dayMs) + 1000);
  const day = async () => {
    const { usual } = await ask(moved.demo.url, user, 'GET', `/usual?ym_profile_id=${ym}`);
    return (usual as { readonly date: string }).date;
  };
  await expect.poll(day).toBe(dayOf(moved.nowMs));
}

/** A day of auctions in every hour, or so many hours. */
async function passDay(moved: MovedService, user: DemoUser, ym: number, dearOfTen: number, hours = 24): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    await decide(moved, user, ym, { count: perHour, dearOfTen });
    await moved.pass(hourMs);
  }
}

/**
 * Passes time with auctions until an alert names a placement. The service looks at its counts every ten seconds, and judges
 * them by what they were half an hour before: less than two minutes may pass in a second.
 */
async function passUntilAlert(moved: MovedService, user: DemoUser, ym: number, dearOfTen: number): Promise<void> {
  const perMinute = perHour / 60;
  let from = 0;
  const alerts = async () => {
    await decide(moved, user, ym, { from, count: perMinute, dearOfTen });
    from += perMinute;
    await moved.pass(hourMs / 60);
    const { alerts: open } = await ask(moved.demo.url, user, 'GET', `/alert?ym_profile_id=${ym}&state=open`);
    return JSON.stringify(open);
  };
  await expect.poll(alerts, { interval: 750, timeout: 100_000 }).toContain(`placement “${top}” has`);
}

/** Opens a room at the service's time, signed in anew, because sessions end with the days that pass. */
async function openAt(page: Page, moved: MovedService, { username, password }: DemoUser, path: string): Promise<void> {
  const { url } = moved.demo;
  // What the room before follows would be asked with the session that ends here.
  await page.goto('about:blank');
  const data = { session: { username, password } };
  const answer = await page.request.post(`${url}/app/session`, { data, headers: { 'x-auction-tiers-page': '1' } });
  expect(answer.status()).toBe(200);
  await page.clock.setSystemTime(moved.nowMs);
  await page.goto(`${url}/app${path}`);
  await page.locator('h1').first().waitFor();
}

/** Runs a request as it is pasted into a shell. */
async function paste(text: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', text]);
  return JSON.parse(stdout);
}

async function makeTier(page: Page, moved: MovedService, user: DemoUser, ym: number): Promise<void> {
  await openAt(page, moved, user, `/tiers/targeting?ym=${ym}`);
  await page.getByRole('button', { name: '+ New profile' }).first().click();
  const profile = page.getByRole('complementary', { name: 'New profile' });
  await profile.getByLabel('Name', { exact: true }).fill('News');
  await page.getByRole('combobox', { name: 'Add a condition' }).fill('placements');
  await page.getByRole('option', { name: 'Publishers, sites, placements' }).click();
  await profile.getByRole('combobox', { name: 'Placements', exact: true }).fill('/1111/news/*');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await profile.getByRole('button', { name: 'Make it live…' }).click();
  await profile.getByRole('button', { name: 'Make it live', exact: true }).click();
  await page.getByRole('gridcell', { name: 'News', exact: true }).waitFor();
  await openAt(page, moved, user, `/tiers?ym=${ym}&tier=new`);
  const panel = page.getByRole('complementary', { name: 'New tier' });
  await panel.getByLabel('Name').fill('News first');
  await panel.getByLabel('Net minimum (USD CPM)').fill('2');
  await panel.getByLabel('Buyers').fill('saffron');
  await page.getByRole('option', { name: /Saffron Travel/ }).click();
  await page.keyboard.press('Tab');
  await panel.getByLabel('Where').click();
  await page.getByRole('option', { name: 'News' }).first().click();
  await panel.getByRole('button', { name: /Save/ }).first().click();
  await page.getByRole('row', { name: /News first/ }).waitFor();
  // Beside the panel the ladder has no room for where a tier applies.
  await openAt(page, moved, user, `/tiers?ym=${ym}`);
  await page.getByRole('row', { name: /News first.*\/1111\/news\/\*/ }).waitFor();
  await openAt(page, moved, user, `/draft?ym=${ym}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish 1 change' }).click();
  await page.getByText('Published and live').waitFor();
}

/** That a room has no fault, in several sizes and colours. */
async function expectWhole(page: Page): Promise<void> {
  for await (const _ of lookedAt(page)) expect(await page.locator('h1').count()).toBe(1);
}

test('a seller whose placements are paths sees them by name in every room', { timeout: 600_000 }, async (context) => {
  const moved = await MovedService.start(context);
  const user = await makeSeller(moved);
  const { url } = moved.demo;
  const { id } = await ask(url, user, 'POST', '/ym-profile', { 'ym-profile': { name: 'News sites' } });
  const ym = Number(id);
  const page = await openWindow(context, { url, allowed: /status of 503 .*\/readyz\)$/ });

  await openAt(page, moved, user, `/today?ym=${ym}`);
  await page.getByRole('button', { name: 'Make a key for the ad server' }).click();
  await page.getByText('OpenRTB', { exact: true }).click();
  const request = page.getByLabel('An auction by OpenRTB');
  await request.getByText('/1111/news/top').waitFor();
  await expect.poll(() => request.innerText()).not.toContain('YOUR-KEY');
  expect(await paste(await request.innerText())).toMatchObject({
    response: { status: 'OK', dbg_info: { warnings: [] } },
  });
  await page.getByText('Auctions are arriving.').waitFor();
  await makeTier(page, moved, user, ym);

  // Its session ends while days pass.
  await page.goto('about:blank');
  const program = await withKey(moved, user);
  await passToMidnight(moved, program, ym);
  for (let day = 0; day < learningDays; day++) await passDay(moved, program, ym, 5);
  await passDay(moved, program, ym, 0, 2);
  await passUntilAlert(moved, program, ym, 0);
  await openAt(page, moved, user, `/today/alerts?ym=${ym}`);
  await page
    .getByText(/; placement “\/1111\/news\/top” has \d+ % of the net, in these hours of 7 days before \d+ %/)
    .first()
    .waitFor();
  await expectWhole(page);

  // Two whole days, of which the second has more of the dear placement.
  await page.goto('about:blank');
  await passToMidnight(moved, program, ym);
  const first = dayOf(moved.nowMs);
  await passDay(moved, program, ym, 3);
  const second = dayOf(moved.nowMs);
  await passDay(moved, program, ym, 8);
  await openAt(page, moved, user, `/tiers/advice?ym=${ym}&from=${addDays(second, -6)}&to=${second}`);
  await page.getByRole('button', { name: 'Ask for advice' }).click();
  const proposals = page.getByRole('list', { name: 'Proposals' });
  await proposals
    .getByText(/^News first \(placement \/1111\/news\/\*\)/)
    .first()
    .waitFor();
  await expectWhole(page);

  await openAt(page, moved, user, `/reports?ym=${ym}&from=${first}&to=${second}`);
  const table = page.getByRole('grid', { name: 'Auctions by placement' });
  await table.getByRole('button', { name: '/1111/news/*' }).click();
  const rowOf = async (name: string) => {
    const row = table.getByRole('row', { name: new RegExp(`^${name} `) });
    return (await row.getByRole('gridcell').allInnerTexts()).slice(0, 3);
  };
  await expect.poll(() => rowOf('top')).toEqual(['top', '3,168', '3,168']);
  await expectWhole(page);

  await openAt(page, moved, user, `/today/movement?ym=${ym}&from=${second}&to=${second}&by=before`);
  await page
    .getByText(/^A different mix of impressions, mainly placement \/1111\//)
    .first()
    .waitFor();
  await expectWhole(page);
  await openAt(page, moved, user, `/tiers?ym=${ym}&from=${first}&to=${second}`);
  await page.getByRole('row', { name: /News first.*\/1111\/news\/\*/ }).waitFor();
  await expectWhole(page);
});

/** The user with a key, which does not end while days pass. */
async function withKey({ demo: { url } }: MovedService, user: DemoUser): Promise<DemoUser> {
  const made = await ask(url, await asLogIn(url, user), 'POST', '/api-key', {
    'api-key': { scopes: ['read', 'auction'] },
  });
  return { ...user, api_key: (made['api-key'] as { readonly key: string }).key };
}
