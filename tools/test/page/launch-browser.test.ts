import { expect, onTestFinished, test } from 'vitest';
import { findBrowser, launchBrowser } from '../../browser/index.ts';

const found = findBrowser();
if (!found.ok) console.warn(`SKIPPED: no browser was started. ${found.issue}`);

test('a window loads no page of the browser itself, and what Playwright disables stays disabled', async (context) => {
  if (!found.ok) return context.skip(found.issue);
  const browser = await launchBrowser(found.browser);
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.goto('chrome://version');
  const command = (await page.locator('#command_line').textContent()) ?? '';
  const lists = [...command.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) => list.split(','));
  expect(lists).toHaveLength(2);
  expect(lists[1]).toEqual(expect.arrayContaining(lists[0] ?? []));

  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  expect(targetInfos.map(({ url }) => url).filter((url) => url.includes('top-chrome'))).toEqual([]);
});
