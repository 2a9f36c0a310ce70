import { startTemporaryRedis, TcpProxy } from '@auction-tiers/tools/redis';
import { startDemoService } from '@auction-tiers/tools/service';
import { expect, test, type TestContext } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openWindow, patient, servedPage } from '../fixture/page.ts';

const allowed = /status of (?:401|503)/;

test('a page goes on by itself after Redis was away', patient, async (context) => {
  // Nothing is started where there is no browser.
  servedPage(context);
  const { service, proxy, redis } = await startServiceBehindProxy(context);
  const { url, users } = service;
  const seller = users.find(({ username }) => username === 'demo-seller-1')!;
  const page = await openWindow(context, { url, allowed });
  await page.goto(`${url}/app/tiers`);
  await page.getByLabel('Username').fill(seller.username);
  await page.locator('input[type=password]').fill(seller.password);
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'House deal' }).getByText('House deal').click();
  const panel = page.getByRole('complementary', { name: 'House deal: Northwind' });
  await panel.getByLabel('Net minimum (CPM)').fill('4.40');

  proxy.moveTo(closedPort);
  await panel.getByRole('button', { name: 'Save in the draft' }).click();
  const bar = page.locator('.frame-waits');
  await bar.getByText('Auctions go on; nothing can be changed now.').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await bar.waitFor();
  await expectNoFault(page);
  expect(await page.getByRole('list', { name: 'Steps' }).count()).toBe(0);
  proxy.moveTo(redis.port);
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await bar.waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(() => panel.getByLabel('Net minimum (CPM)').inputValue()).toBe('4.40');
});

/** Nothing listens there. */
const closedPort = 1;

async function startServiceBehindProxy(context: TestContext) {
  const redis = await startTemporaryRedis({ durable: false });
  context.onTestFinished(() => redis.stop());
  const proxy = await TcpProxy.start(redis.port);
  context.onTestFinished(() => proxy.close());
  const service = await startDemoService({
    REDIS_URL: redis.url.replace(`:${redis.port}`, `:${proxy.port}`),
    DEMO_DAYS: '0',
  });
  context.onTestFinished(() => service.stop());
  return { service, proxy, redis };
}
