import { ask as askRedis, startTemporaryRedis, TcpProxy } from '@auction-tiers/tools/redis';
import { type DemoUser, startDemoService } from '@auction-tiers/tools/service';
import { expect, test, type TestContext } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, openWindow, patient, servedPage } from '../fixture/page.ts';

const allowed = /status of (?:401|429|503)|ERR_FAILED/;

test('a page goes on by itself after Redis was away, and after too many calls', patient, async (context) => {
  // Nothing is started where there is no browser.
  servedPage(context);
  const { service, proxy, redis } = await startServiceBehindProxy(context);
  const { url, users } = service;
  const seller = users.find(({ username }) => username === 'demo-seller-1')!;
  const page = await openWindow(context, { url, allowed });
  await page.clock.install();
  await page.goto(`${url}/app/tiers`);
  await page.getByLabel('Username').fill(seller.username);
  await page.locator('input[type=password]').fill(seller.password);
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'House deal' }).getByText('House deal').click();
  const panel = page.getByRole('complementary', { name: 'House deal: Northwind' });
  await panel.getByLabel('Net minimum (USD CPM)').fill('4.40');

  // Without an act of the user, within a few checks.
  const bar = page.locator('.frame-waits');
  proxy.moveTo(closedPort);
  await bar.getByText('nothing can be changed now').waitFor();
  await panel.getByRole('button', { name: 'Save in the draft' }).click();
  await bar.getByText('Auctions continue; nothing can be changed now.').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await bar.waitFor();
  expect(await page.getByRole('list', { name: 'Steps' }).count()).toBe(0);
  proxy.moveTo(redis.port);
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Tiers', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'House deal' }).getByText('House deal').click();
  await expect.poll(() => panel.getByLabel('Net minimum (USD CPM)').inputValue()).toBe('4.40');

  await expect(askOften(url, seller)).rejects.toThrow('429');
  await page.getByRole('link', { name: 'Targeting', exact: true }).click();
  await bar.getByText('more than the service answers in a minute').waitFor();
  await expectNoFault(page);
  // The minute is over for the service, and for the page.
  const waits = async () => {
    await askRedis(
      { port: redis.port, password: new URL(redis.url).password },
      forgetCalls,
      AbortSignal.timeout(10_000),
    );
    await page.clock.fastForward(60_000);
    return bar.count();
  };
  await expect.poll(waits).toBe(0);
  await page.getByRole('grid', { name: 'Profiles' }).waitFor();
});

/** Nothing listens there. */
const closedPort = 1;
const readsPerMinute = 300;
const forgetCalls = `EVAL "for _, key in ipairs(redis.call('KEYS', 'at:throttle:read:*')) do redis.call('DEL', key) end" 0`;

async function askOften(url: string, user: DemoUser): Promise<void> {
  for (let call = 0; call <= readsPerMinute; call++) await ask(url, user, 'GET', '/profile?num_elements=1');
}

async function startServiceBehindProxy(context: TestContext) {
  const redis = await startTemporaryRedis({ durable: false });
  context.onTestFinished(() => redis.stop());
  const proxy = await TcpProxy.start(redis.port);
  context.onTestFinished(() => proxy.close());
  const service = await startDemoService({
    REDIS_URL: redis.url.replace(`:${redis.port}`, `:${proxy.port}`),
    DEMO_DAYS: '0',
    RATE_LIMIT_READS: String(readsPerMinute),
  });
  context.onTestFinished(() => service.stop());
  return { service, proxy, redis };
}

test('a page whose browser has lost the network says so, and goes on by itself', patient, async (context) => {
  const page = await openRoom(context, '/history', { allowed: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Undo this step' }).first().click();
  await page.locator('.frame-waits').getByText('The service does not answer').waitFor();
  await page.context().setOffline(false);
  await page.locator('.frame-waits').waitFor({ state: 'detached' });
  await page.getByText('Undo this step: what would change').waitFor();
});
