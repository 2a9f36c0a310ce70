import { expect, test } from 'vitest';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { recordAuctions } from '../../fixture/recorded-auctions.ts';
import { makeDraft, makeTiers, sendAs, setMinimum } from '../../fixture/seller.ts';

test('a minimum is raised, tried on recorded auctions, changed once more, and published', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Tried');
  await recordAuctions(send, own);
  const page = await openRoom(context, `/draft?ym=${own.ym}`);
  await page.getByRole('button', { name: 'New draft from live' }).click();
  await page.getByText('Nothing yet: it is as live').waitFor();
  const draft = Number(new URL(page.url()).searchParams.get('draft'));
  await setMinimum(send, draft, '2.50');
  await page.reload();
  await page.getByText('1 change', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await page.locator('.trial-figure').waitFor();
  const saysOfUsers = page.getByText('Returning users are not in the interval').first();
  await saysOfUsers.waitFor();
  await page.getByLabel('Our auctions have no returning users').check();
  await page.getByRole('button', { name: 'Try again' }).click();
  await saysOfUsers.waitFor({ state: 'detached' });
  await page.locator('.trial-figure').waitFor();
  expect(await page.getByLabel('Our auctions have no returning users').isChecked()).toBe(true);
  await expectNoFault(page);

  await setMinimum(send, draft, '2.60');
  await page.reload();
  await page.locator('.trial-figure.stale').waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('The verdict is older than the change.').waitFor();
  await page.getByRole('button', { name: 'Publish all the same' }).waitFor();
  await page.getByLabel('Note for history').fill('from the page');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Published and live').waitFor();
  expect(await own.minimum()).toBe('2.600000');
  await page.getByText('net minimum (USD CPM) 2.00 → 2.60').waitFor();
});

test('a change is undone alone, and a draft is discarded in place, by the keyboard', patient, async (context) => {
  const { users } = servedPage(context);
  const send = sendAs(context, users.seller);
  const own = await makeTiers(send, 'Discarded');
  const draft = await makeDraft(send, own, '3.00');
  // The stream of changes may tell of the draft's end before its answer has come, and the page then asks for it once more.
  const allowed = /status of 404/;
  const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, {
    width: 390,
    colorScheme: 'dark',
    allowed,
  });
  await page.getByRole('button', { name: 'Undo the change of tier Gold' }).press('Enter');
  await page.getByText('Nothing yet: it is as live').waitFor();
  expect(await own.minimum()).toBe('2.000000');
  await expectNoFault(page);
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Discard the draft' }).press('Enter');
  await page.getByText('A draft is a change of the tiers that no auction sees yet').waitFor();
});

test(
  'a publish is refused where others have changed the same, which is settled side by side',
  patient,
  async (context) => {
    const { users } = servedPage(context);
    const send = sendAs(context, users.seller);
    const own = await makeTiers(send, 'Conflict');
    const draft = await makeDraft(send, own, '2.50');
    const allowed = /status of 409/;
    const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { allowed });
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByRole('button', { name: 'Publish 1 change' }).waitFor();
    const change = { 'ym-auction-tier': { min_price: '3.00' } };
    await sendAs(context, users.others.find(({ member_id: id }) => id === users.seller.member_id) ?? users.seller)(
      'PUT',
      `/ym-auction-tier?id=${own.tier}`,
      change,
    );
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await page.getByText('What has changed since').waitFor();
    expect(await own.minimum()).toBe('3.000000');
    await page.getByRole('button', { name: 'Carry the draft onto live' }).click();
    const row = page.getByRole('row', { name: /Gold/ });
    expect(await row.innerText()).toMatch(/2\.00[^]*3\.00[^]*2\.50/);
    await expectNoFault(page);
    await row.getByRole('radio', { name: 'yours' }).check();
    await page.getByRole('button', { name: 'Settle and carry onto live' }).click();
    await page.getByText('Live has changed since').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Conflicts' }).waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await send('GET', `/draft?id=${draft}`)).draft.tier_set?.tiers[0]?.min_price)
      .toBe('2.500000');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await page.getByText('Published and live').waitFor();
    expect(await own.minimum()).toBe('2.500000');
  },
);
