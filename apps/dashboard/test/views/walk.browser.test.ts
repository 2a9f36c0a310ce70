// A morning from its mail on: the alert, its cause, what that moved, and a view that comes by itself each day.

import { type Alert, alertResource, dateText, type View, viewResource, withInitials } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { startMailbox } from '@auction-tiers/tools/mailbox';
import { startTemporaryRedis, TcpProxy } from '@auction-tiers/tools/redis';
import { startDemoService } from '@auction-tiers/tools/service';
import { expect, test, type TestContext } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openWindow, servedPage } from '../fixture/page.ts';

const actor = { user: 'alert', requestId: 'alert' };
const [minuteMs, dayMs] = [60_000, 86_400_000];
/** Nothing listens there. */
const closedPort = 1;

/** It starts a service with its days. */
const timeout = 5 * 60_000;

test('a mail leads to an alert, to its buyer, to what that moved, and to a view that is mailed', {
  timeout,
}, async (context) => {
  // Nothing is started where there is no browser.
  servedPage(context);
  const { url, seller, store, box } = await startMailingService(context);
  const send = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    ask(url, seller, method, path, body) as Promise<Answer>;
  const desk = { name: 'The desk', kind: 'mail', to: 'ann@example.com' };
  const { id } = await send<{ readonly id: number }>('POST', '/channel', desk);
  // The address confirms itself once.
  const [, confirmation_code = ''] = /Code: (\S+)/.exec(box.mails.splice(0)[0]!.source) ?? [];
  await send('PUT', `/channel?id=${id}`, { confirmation_code });
  const { movement } = await send<{ movement: Movement }>('GET', '/movement?ym_profile_id=1');
  const [cause] = movement.parts.find(({ kind }) => kind === 'participation')!.of;
  // What finds alerts by counts takes half an hour, and is tested with a clock of its own.
  const found = {
    ym_profile_id: 1,
    kind: 'buyer',
    subject_id: Number(cause!.id),
    sentence: `${cause!.name}: 0 bids in half an hour, where 310 bids is usual; net is 4.12 USD below what is usual`,
    net_difference: '-4.120000000',
    // Of yesterday; what is older than a day is not sent any more.
    since: dateText(Date.now() - dayMs + minuteMs * 5),
    every_days: 400,
    state: 'open',
  } satisfies Partial<Alert>;
  const stored = await store.create(alertResource, 1, withInitials(alertResource, found), actor);
  expect(stored.ok).toBe(true);
  await expect.poll(() => box.mails.length, { timeout: 60_000 }).toBe(1);
  const text = read(box.mails[0]!.source);
  expect(text).toContain('Effect on net: −4.12 USD');
  const [link] = /http:\/\/127\.0\.0\.1:\d+\/app\/today\/alerts\S+/.exec(text)!;

  const page = await openWindow(context, { url, allowed: /status of 401/ });
  await page.goto(link);
  await page.getByLabel('Username').fill(seller.username);
  await page.locator('input[type=password]').fill(seller.password);
  await page.keyboard.press('Enter');
  const alert = page.getByRole('region', { name: 'The alert' });
  await alert.getByText(`${cause!.name}: 0 bids`).waitFor();
  await alert.getByText('That is 4.12 USD less net.').waitFor();
  expect(await alert.getByRole('link', { name: 'To the buyer' }).getAttribute('href')).toContain(`buyer=${cause!.id}`);
  await expectNoFault(page);
  await alert.getByRole('link', { name: 'What moved net that day' }).click();
  const parts = page.getByRole('table');
  await parts.getByRole('button', { name: 'How often buyers bid' }).click();
  const figure = parts.getByRole('row', { name: cause!.name }).locator('.figure').first();
  expect(await figure.textContent()).toMatch(/^[+−][\d,.]+$/);

  await page.getByRole('link', { name: 'Save view', exact: true }).click();
  await page.getByRole('combobox', { name: 'Send automatically' }).click();
  await page.getByRole('option', { name: 'Each day' }).click();
  await page.getByRole('combobox', { name: 'To', exact: true }).click();
  await page.getByRole('option', { name: 'The desk' }).click();
  await page.getByLabel('Name').fill('Each morning');
  await page.getByLabel('Name').press('Enter');
  await page.getByRole('row', { name: 'Each morning' }).getByRole('cell', { name: 'Each day' }).waitFor();
  const { views } = await send<{ views: readonly View[] }>('GET', '/view');
  const { value, revision } = (await store.get(viewResource, 1, views[0]!.id))!;
  const due = { ...value, due_on: dateText(Date.now() - 1000) };
  await store.update(viewResource, 1, views[0]!.id, due, revision, actor);
  await expect.poll(() => box.mails.length, { timeout: 60_000 }).toBe(2);
  const { source } = box.mails[1]!;
  expect(read(source)).toMatch(/^Subject: Each morning$/m);
  expect(read(source)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/app\/today\/movement\?\S*from=\d{4}-\d\d-\d\d/);
  expect(source).toMatch(/Content-Type: image\/png/);

  const row = page.getByRole('row', { name: 'Each morning' });
  const sendNow = async () => {
    await row.getByRole('button', { name: 'Send now…' }).click();
    await row.getByText('ann@example.com').waitFor();
    await expectNoFault(page);
    await row.getByRole('button', { name: 'Send now', exact: true }).click();
  };
  await sendNow();
  await page.getByText('“Each morning” has been sent.').waitFor();
  expect(box.mails).toHaveLength(3);
  box.isFull = true;
  await sendNow();
  await page.getByText('“Each morning” was not sent: the mail server answered 452.').waitFor();
  await expectNoFault(page);
});

interface Movement {
  readonly parts: readonly {
    readonly kind: string;
    readonly of: readonly { readonly id: string; readonly name: string }[];
  }[];
}

/** A mail without the line breaks of its encoding. */
const read = (source: string) =>
  source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/((?:=[\dA-F]{2})+)/g, (all: string) => Buffer.from(all.replaceAll('=', ''), 'hex').toString());

/** A service whose mails lead to itself: what its address is, is known before it is started. */
async function startMailingService(context: TestContext) {
  const [box, proxy, redis] = await Promise.all([
    startMailbox(),
    TcpProxy.start(closedPort),
    startTemporaryRedis({ durable: false }),
  ]);
  context.onTestFinished(async () => {
    box.close();
    await proxy.close();
    await redis.stop();
  });
  const url = `http://127.0.0.1:${proxy.port}`;
  const service = await startDemoService({
    REDIS_URL: redis.url,
    SMTP_URL: box.url,
    MAIL_FROM: 'tiers@example.com',
    PUBLIC_URL: url,
  });
  context.onTestFinished(() => service.stop());
  proxy.moveTo(Number(new URL(service.url).port));
  const store = await openRedisStore({ url: redis.url, log: { warn: () => {} } });
  context.onTestFinished(() => store.close());
  return { url, box, store, seller: service.users.find(({ username }) => username === 'demo-seller-1')! };
}
