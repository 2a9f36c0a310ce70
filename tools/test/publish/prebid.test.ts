import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser, launchBrowser } from '../../browser/index.ts';
import { npm, run } from '../../publish/run.ts';
import { readJson, repository } from '../../workspace/package.ts';
import { run as start } from '../fixture/process.ts';
import { type DemoService, startDemoService } from './demo-service.ts';

const example = join(repository, 'examples/prebid');
/** Prebid.js is 186 MB with what it depends on, so it is installed once, and only for this test. */
const folder = join(repository, '.cache/prebid');
const { dependencies } = readJson(join(example, 'package.json')) as { dependencies: Record<string, string> };
const version = dependencies['prebid.js']!;

/** Why there is no Prebid.js to try; undefined: it is installed. */
async function installPrebid(): Promise<string | undefined> {
  if (existsSync(join(folder, 'node_modules/prebid.js/package.json'))) return undefined;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { exitCode, stderr } = await run(npm, ['install', ...flags, `prebid.js@${version}`], { cwd: folder });
  return exitCode === 0 ? undefined : `prebid.js ${version} cannot be installed: ${stderr.slice(0, 300)}`;
}

let service: DemoService | undefined;
let issue: string | undefined;
beforeAll(async () => {
  issue = await installPrebid();
  if (issue !== undefined) return console.warn(`The example of Prebid.js was not tried: ${issue}`);
  await cp(example, join(folder, 'example'), { recursive: true });
  buildSync({
    entryPoints: [join(folder, 'example/main.js')],
    outfile: join(folder, 'example/dist/page.js'),
    conditions: ['@auction-tiers/source'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  const data = join(folder, 'data');
  await rm(data, { recursive: true, force: true });
  await mkdir(data);
  service = await startDemoService(data);
});
afterAll(() => service?.stop());

test('real Prebid.js: the tiers of the service choose a deal over a higher bid, and compare EUR converted', async (context) => {
  const found = findBrowser();
  if (!found.ok) return context.skip(found.issue);
  if (service === undefined) return context.skip(issue);
  const { url, apiKey } = service;
  const post = async (path: string, body: object) => {
    const headers = { authorization: apiKey, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { readonly response: { readonly id: number } }).response.id;
  };
  const ymProfile = await post('/ym-profile', { name: 'Prebid' });
  const deal = {
    name: 'The deal',
    deal_action: 'include',
    deal_targets: [{ code: 'RBC_123' }],
    inventory_action: 'include',
    placement_targets: [{ id: '/1111/news/*' }],
  };
  const tier = { ym_profile_id: ymProfile, member_action: 'include', min_price: '0.50' };
  const tierId = await post('/ym-auction-tier', {
    ...tier,
    name: 'Deal first',
    priority: 9,
    profile_id: await post('/profile', deal),
    buyer_members: [{ id: 101 }],
  });

  const env = {
    ...process.env,
    AUCTION_TIERS_URL: url,
    AUCTION_TIERS_KEY: apiKey,
    YM_PROFILE: `${ymProfile}`,
    PORT: '0',
  };
  const server = start(join(folder, 'example/main-server.js'), [], env);
  context.onTestFinished(async () => {
    server.child.kill();
    await server.exitCode;
  });
  const [address = ''] = await server.said(/http:\S+/);
  const browser = await launchBrowser(found.browser);
  context.onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const failed: string[] = [];
  page.on('pageerror', (error) => failed.push(error.message));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(address);
  const targetingOf = async (unit: string) => {
    const told = page.locator(`#${unit}:not(:empty)`);
    await told.waitFor();
    return JSON.parse((await told.textContent()) ?? '') as Readonly<Record<string, string>>;
  };
  // alpha's 1.00 USD on the deal is in the tier; beta's 2.00 EUR, 2.20 USD, is in none.
  expect(await targetingOf('top')).toMatchObject({ hb_bidder: 'alpha', hb_deal: 'RBC_123', hb_tier: `${tierId}` });
  // Without a deal the higher price wins: 0.95 EUR is 1.045 USD, and alpha bids 1.00 USD.
  const side = await targetingOf('side');
  expect(side).toMatchObject({ hb_bidder: 'beta', hb_adid: expect.any(String), hb_size: '300x250' });
  expect(side['hb_tier']).toBeUndefined();
  expect(failed).toEqual([]);
  expect(asked.filter((path) => path === '/tiers.json')).toHaveLength(1);
});
