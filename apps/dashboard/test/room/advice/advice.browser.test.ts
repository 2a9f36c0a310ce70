import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFault, lookedAt } from '../../fixture/look.ts';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { makeDraft, makeTiers, sendAs } from '../../fixture/seller.ts';

const today = calendarOf('America/New_York').dayAt(Date.now());
/** Too few for a certificate. */
const days = `from=${addDays(today, -3)}&to=${today}`;

/** How many tags do not show their whole text. */
const cut = (tags: readonly { scrollWidth: number; clientWidth: number }[]) =>
  tags.filter((tag) => tag.scrollWidth > tag.clientWidth).length;

test(
  'from advice to a draft to a verdict in four clicks, and the curve in the room of a tier',
  patient,
  async (context) => {
    const send = sendAs(context, servedPage(context).users.seller);
    // The draft that the demo begins with stays as it is.
    const { id: draft } = await send('POST', '/draft?from=1');
    const page = await openRoom(context, `/tiers/advice?${days}&draft=${draft}`);
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    await click(page.getByRole('button', { name: 'Ask for advice' }));
    const proposals = page.getByRole('list', { name: 'Proposals' }).getByRole('listitem');
    const states = proposals.locator('strong').filter({ hasText: /Certified|Unresolved|Dominated/ });
    await states.first().waitFor();
    const unresolved = proposals.filter({ has: page.locator('strong', { hasText: 'Unresolved' }) });
    expect(await unresolved.count()).toBeGreaterThan(0);
    for (const text of await unresolved.allInnerTexts()) {
      expect(text).toMatch(/To settle it, \d+ days have to judge it: ask for advice on \d+ days\./);
    }
    await page.getByText('Each proposal can be taken alone.').waitFor();
    const leftOut = page.getByRole('table', { name: 'Without a tier or a buyer' });
    await leftOut.waitFor();
    const nets = await leftOut.locator('tbody td:nth-child(2)').allInnerTexts();
    for (const net of nets) expect(net).toMatch(/^[+−]?[\d,]+\.\d\d$/);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoFault(page);
    await click(proposals.getByRole('button', { name: 'Put into a draft' }).first());
    await click(page.getByRole('link', { name: 'To the draft' }));
    await click(page.getByRole('button', { name: 'Try it', exact: true }));
    await page
      .locator('.comparison-figure .tag')
      .getByText(/Launch|Test first|Hold|Cannot say/)
      .waitFor();
    expect(clicks).toBe(4);

    // Each proposal about a tier is a line beside it, which opens it and is taken there.
    const { id: other } = await send('POST', '/draft?from=1');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(page.url().replace(/\/app\/.*/, `/app/tiers?ym=1&${days}&draft=${other}`));
    const lines = page.getByRole('grid', { name: 'Tiers' }).locator('.tag.accent');
    const line = lines.first();
    await line.waitFor();
    // Also the buyer that loses, at the end of a line, is in sight.
    expect(await lines.evaluateAll(cut)).toBe(0);
    expect(await line.innerText()).toMatch(/^.+: [+−]?[\d,]+\.\d\d(?:, \S+ (?:−[\d,]+\.\d|0\.0) %)?$/);
    await line.click();
    const beside = page.getByRole('complementary').getByRole('region', { name: 'Advice' });
    await beside.getByRole('button', { name: 'Put into a draft' }).click();
    await beside.getByText('It is in the draft.').waitFor();
    await expectNoFault(page);
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('grid', { name: 'Tiers' }).getByText('in the draft').waitFor();
    await send('DELETE', `/draft?id=${other}`);

    await page.goto(page.url().replace(/\/app\/.*/, `/app/tiers/5?ym=1&${days}&draft=${draft}`));
    await page.getByRole('img', { name: 'What advice found, by minimum' }).waitFor();
    const minimums = page.getByRole('table', { name: 'Advice: Net minimum (USD CPM)' });
    expect(await minimums.getByRole('row').filter({ hasText: 'now' }).count()).toBe(1);
    expect(await minimums.getByRole('row').count()).toBeGreaterThan(4);
    await page.getByRole('table', { name: 'Without a tier or a buyer' }).waitFor();
    const limits = page.getByRole('table', { name: 'Advice: Give up at most (USD CPM)' });
    await limits.getByRole('row').filter({ hasText: 'no limit' }).waitFor();
    for await (const { width } of lookedAt(page)) {
      expect((await minimums.boundingBox())!.x).toBeLessThan(width);
      expect((await limits.boundingBox())!.x).toBeLessThan(width);
    }
    const slider = page.getByRole('slider', { name: 'Give up at most (USD CPM)' });
    await slider.press('Home');
    await page.getByText(/^Give up at most 0\.00 USD CPM: net .* won by its buyers\.$/).waitFor();
    await slider.press('ArrowRight');
    await slider.press('ArrowLeft');
    await page.getByRole('button', { name: 'Put 0.00 USD CPM into the draft' }).last().click();
    const drafted = async () =>
      (await send('GET', `/draft?id=${draft}`)).draft.tier_set.tiers.find(({ id }) => id === 5);
    await expect.poll(drafted).toMatchObject({ max_forgone: '0.000000' });
    await send('DELETE', `/draft?id=${draft}`);
  },
);

test('commitments of a group of sites are set once, and a draft may have its own', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  const own = await makeTiers(send, 'Promised once');
  const draft = await makeDraft(send, own, '9.00');
  const stored = async () => (await send('GET', `/ym-profile?id=${own.ym}`))['ym-profile'].commitments;
  const ofDraft = async () => (await send('GET', `/draft?id=${draft}`)).draft.commitments;
  const page = await openRoom(context, `/tiers/${own.tier}?ym=${own.ym}&draft=${draft}`);
  // No advice was asked for yet.
  await page.getByRole('link', { name: 'To Advice' }).click();
  await page.getByRole('link', { name: 'Promises', exact: true }).click();
  const add = async (value: string) => {
    await page.getByRole('combobox', { name: 'Who or what' }).fill('saffron');
    await page.getByRole('option', { name: 'Saffron Travel' }).click();
    await page.getByLabel('Value').fill(value);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  const list = page.getByRole('list', { name: 'Promises' });
  await page.getByRole('button', { name: '+ Add a promise' }).click();
  await add('1000');
  await list.getByText('Saffron Travel: at least 1,000 wins a day').waitFor();
  const promised = [{ buyer: 107, at_least: { wins: 1000 } }];
  expect(await stored()).toEqual(promised);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFault(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Draft', exact: true }).click();
  await list.getByText('Saffron Travel: at least 1,000 wins a day').waitFor();
  await page.getByRole('button', { name: 'Edit the promises' }).click();
  await page.getByText('what is changed here is for this draft alone').waitFor();
  expect(await ofDraft()).toBeNull();
  await add('5');
  await list.getByText('at least 5 wins a day').waitFor();
  await expectNoFault(page);
  const added = { buyer: 107, at_least: { wins: 5 } };
  await expect.poll(ofDraft).toEqual([...promised, added]);
  expect(await stored()).toEqual(promised);
  await page.getByRole('button', { name: 'Use those of the group of sites' }).click();
  await list.getByText('at least 5 wins a day').waitFor({ state: 'detached' });
  await expect.poll(ofDraft).toBeNull();

  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'History' }).click();
  const newest = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first();
  await newest.getByText('promises + a buyer at least 1000 wins').waitFor();
  await newest.getByRole('button', { name: 'Undo this step' }).click();
  await page.getByText('a buyer: at least 1,000 wins a day').first().waitFor();
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Undo the step, live' }).click();
  await expect.poll(stored).toBeNull();
});
