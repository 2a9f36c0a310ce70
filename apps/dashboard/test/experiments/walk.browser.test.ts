import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft, Experiment } from '@auction-tiers/contract';
import type { DemoUser } from '@auction-tiers/tools/service';
import type { Page } from 'playwright-core';
import { expect, test, type TestContext } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault, findFaults } from '../fixture/look.ts';
import { type Load, type MovedService, startMovedService } from '../fixture/moved-service.ts';
import { openWindow, servedPage } from '../fixture/page.ts';

const [msPerHour, msPerDay] = [3_600_000, 86_400_000];
const [gold, other] = [107, 110];
const sites = Array.from({ length: 9 }, (_, at) => 701 + at);
/** Half of them are second-price auctions, in which the minimum is what buyer 107 pays. */
const perSite = 4;

/** A batch has so many auctions of each site, and batches differ. */
const batchSize = sites.length * perSite;
const marketLines = Array.from({ length: 23 }, (_batch, batch) =>
  sites.flatMap((site_id, site) =>
    Array.from({ length: perSite }, (_, at) => {
      const price = 3.2 + (((site * perSite + at) * 7 + batch * 13) ** 2 % 101) / 72;
      const bids = [
        { id: 'a', member_id: gold, price: Number(price.toFixed(2)) },
        { id: 'b', member_id: other, price: 1 },
      ];
      return JSON.stringify({
        ym_profile_id: 1,
        auction_type: 1 + (at % 2),
        impression: { site_id, placement_id: site_id },
        bids,
      });
    }),
  ),
).flat();

/** A seller of the service with one tier, on a market whose buyers answer. */
class Walk {
  readonly service: MovedService;
  readonly user: DemoUser;
  readonly ym: number;
  readonly page: Page;

  constructor(service: MovedService, user: DemoUser, ym: number, page: Page) {
    this.service = service;
    this.user = user;
    this.ym = ym;
    this.page = page;
  }

  ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    return ask(this.service.url, this.user, method, path, body);
  }

  /** A draft with another minimum for the tier, under a name. */
  async draft(name: string, min_price: string): Promise<number> {
    const { id } = (await this.ask('POST', `/draft?from=${this.ym}`, { draft: { name } })) as { readonly id: number };
    const { tier_set: set } = (await this.ask('GET', `/draft?id=${id}`))['draft'] as Draft;
    const tiers = set.tiers.map((tier) => ({ ...tier, min_price }));
    await this.ask('PUT', `/draft?id=${id}`, { draft: { tier_set: { ...set, tiers } } });
    return id;
  }

  /** Starts a load whose buyers answer a draft: bids change by `raise` within some hours where it decides. */
  async load(draft: number, raise: number): Promise<Load> {
    const { folder } = this.service;
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
    const tiersOf = async (path: string) => {
      const { tier_set: set } = (await this.ask('GET', path))['draft'] as Draft;
      return JSON.stringify(set);
    };
    const drafted = await tiersOf(`/draft?id=${draft}`);
    write('draft.tiers.json', drafted);
    write('now.tiers.json', drafted.replaceAll(/"min_price":"[\d.]+"/g, '"min_price":"2.000000"'));
    write('response.json', JSON.stringify({ version: 1, raise, lag_hours: 3 }));
    write('market.jsonl', marketLines.join('\n'));
    const answering = '--response response.json --draft draft.tiers.json --current now.tiers.json';
    const options = `--ym-profile ${this.ym} --in market.jsonl --via batch --batch ${batchSize} --rate 60 --connections 1 --duration 600`;
    return this.service.load(...`${options} ${answering}`.split(' '));
  }

  /** Moves the clock on by so many days, in so many parts of each, with a batch of the load at least in every part. */
  async days(load: Load, count: number, partsPerDay: number): Promise<void> {
    for (let part = 0; part < count * partsPerDay; part++) {
      this.service.forward(msPerDay / partsPerDay);
      // The first may have been sent before.
      await load.answered(2);
    }
  }

  async experiment(): Promise<Experiment> {
    const { experiments } = await this.ask('GET', `/experiment?ym_profile_id=${this.ym}&sort=id.desc`);
    return (experiments as readonly Experiment[])[0]!;
  }

  /** Opens a room at the moment that the service has. */
  async open(path: string): Promise<void> {
    const { url } = this.service;
    const { username, password } = this.user;
    const session = await this.page.context().request.post(`${url}/app/session`, {
      data: { session: { username, password } },
      headers: { 'x-auction-tiers-page': '1' },
    });
    expect(session.ok()).toBe(true);
    await this.page.clock.setSystemTime(this.service.nowMs());
    await this.page.goto(`${url}/app${path}${path.includes('?') ? '&' : '?'}ym=${this.ym}`);
  }

  /** Tries a draft on the recorded auctions of the last days. */
  async tryIt(draft: number): Promise<string> {
    await this.open(`/draft?draft=${draft}`);
    await this.page.getByRole('button', { name: 'Try it', exact: true }).click();
    return this.verdict();
  }

  async verdict(): Promise<string> {
    const figure = this.page.locator('.trial-figure .big-figure');
    await figure.waitFor();
    return figure.innerText();
  }

  /** Starts a switchback of a draft by its room. */
  async testLive(expectation: string, limit: string): Promise<void> {
    const { page } = this;
    await page.getByRole('button', { name: 'Test live…' }).click();
    await page.getByLabel('What you expect, and by how much').fill(expectation);
    await page.getByRole('combobox', { name: 'Who sees the draft' }).click();
    await page.getByRole('option', { name: 'Whole days by cluster' }).click();
    await page.getByLabel('It may lose at most (USD)').fill(limit);
    await page.getByLabel('A large buyer, of its spend (%)').fill('100');
    await this.look('test-live');
    await page.getByRole('button', { name: 'Start live' }).click();
    await page.getByRole('heading', { name: 'Experiments' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  }

  /** No fault in what is shown; with `LOOK` set, pictures of it in both widths and colour schemes. */
  async look(name: string): Promise<void> {
    // A chart is drawn anew once its place has its width.
    await expect.poll(() => findFaults(this.page), { timeout: 15_000 }).toEqual([]);
    await expectNoFault(this.page);
    const folder = process.env['LOOK'];
    if (folder === undefined) return;
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await this.page.setViewportSize({ width, height: 900 });
      await this.page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
    }
  }
}

async function beginWalk(context: TestContext): Promise<Walk> {
  // Nothing is started where there is no browser.
  servedPage(context);
  // Half past midnight, UTC.
  const aheadMs = msPerDay - (Date.now() % msPerDay) + msPerHour / 2;
  const settings = { DEMO_DAYS: '0', RECORD_AUCTIONS: '1', RECORD_SEAL_SECONDS: '1', RECORD_DAYS: '0' };
  const limits = { RATE_LIMIT_READS: '0', RATE_LIMIT_WRITES: '0', RATE_LIMIT_WRITE_MB: '0' };
  const service = await startMovedService(context, aheadMs, { ...settings, ...limits });
  const user = service.users.find(({ username }) => username === 'demo-seller-1')!;
  const asked = (path: string, body: object) => ask(service.url, user, 'POST', path, body);
  const { id } = (await asked('/ym-profile', { 'ym-profile': { name: 'On a market that answers' } })) as { id: number };
  const tier = { name: 'Gold', ym_profile_id: id, member_action: 'include', min_price: '2.00' };
  await asked('/ym-auction-tier', { 'ym-auction-tier': { ...tier, buyer_members: [{ id: gold }] } });
  // The session is over once days have passed, while the room still asks.
  const page = await openWindow(context, { url: service.url, allowed: /status of 401/ });
  return new Walk(service, user, id, page);
}

test('on a market whose buyers answer, a draft that a try would launch loses a buyer, is paused by its limit in money and dropped, and a try with the measured answer says hold', {
  timeout: 240_000,
}, async (context) => {
  const walk = await beginWalk(context);
  const { page } = walk;
  const raised = await walk.draft('Two and a half', '2.50');
  const load = await walk.load(raised, -0.35);
  await walk.days(load, 8, 12);
  expect(await walk.tryIt(raised)).toMatch(/Launch/);
  await walk.look('try');
  await walk.testLive('Net rises by 10 %', '4.00');
  await walk.days(load, 15, 4);
  await walk.open('/experiments');
  const buyers = page.getByRole('table', { name: 'Buyers' });
  await buyers
    .getByText(/−\d\d\.\d %/)
    .first()
    .waitFor();
  await walk.look('buyer-leaves');
  await expect.poll(async () => (await walk.experiment()).state).toBe('paused');
  await load.end();
  expect((await walk.experiment()).reason).toMatch(/^the draft has lost 4\.\d\d, allowed: 4\.00$/);
  await page.getByText('Paused: the live tiers decide every auction.').waitFor();
  await walk.look('paused');
  await page.getByRole('button', { name: 'End and drop…' }).click();
  await page.getByRole('button', { name: 'End and drop', exact: true }).click();
  await page.getByText('Ended: dropped').waitFor();

  // The same draft, reckoned with how buyers answered it.
  await walk.open(`/draft?draft=${raised}`);
  await page.getByRole('checkbox', { name: /^Reckon with how buyers answered in Two and a half/ }).check();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByText(/With the answer of buyers/)
    .first()
    .waitFor();
  expect(await walk.verdict()).toMatch(/Hold/);
  await walk.look('answered');
});
