import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

test(
  'what is searched is kept for all users, sent where alerts go, opened again, and deleted',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'Seller with views');
    const send = sendAs(context, user);
    const { ym } = await makeTiers(send, 'Kept');
    await send('POST', '/channel', { channel: { name: 'The desk', to: 'https://desk.example/' } });
    const page = await openRoom(context, `/tiers?ym=${ym}&q=gold`, { user });
    await page.getByRole('link', { name: 'Save view', exact: true }).click();
    expect(await page.getByRole('link', { name: 'Save view', exact: true }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Send automatically' }).click();
    await page.getByRole('option', { name: 'Each Monday' }).click();
    await page.getByRole('combobox', { name: 'To', exact: true }).click();
    await page.getByRole('option', { name: 'The desk' }).click();
    await expectNoFault(page);
    await page.getByLabel('Name').fill('Gold <i>tiers</i>');
    await page.getByLabel('Name').press('Enter');
    const view = page.getByRole('row', { name: 'Gold <i>tiers</i>' });
    await view.getByText('Tiers, “gold”, the last 8 days').waitFor();
    await view.getByRole('cell', { name: 'Each Monday' }).waitFor();
    await view.getByRole('cell', { name: 'The desk' }).waitFor();
    // Back leads to the room that was kept, not to a form that would keep it twice.
    await page.goBack();
    await page.getByRole('heading', { name: 'Tiers' }).waitFor();
    await page.goForward();
    await view.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('combobox', { name: 'Send automatically' }).click();
    await page.getByRole('option', { name: 'On the first of each month' }).click();
    await expectNoFault(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await view.getByRole('cell', { name: 'On the first of each month' }).waitFor();
    await expectNoFault(page);
    expect(JSON.stringify(await send('GET', '/view'))).toContain(`/tiers?ym=${ym}&q=gold&from=-7&to=0`);
    await view.getByRole('link').click();
    await page.getByRole('heading', { name: 'Tiers' }).waitFor();
    expect(await page.getByLabel('Search', { exact: false }).first().inputValue()).toBe('gold');
    await page.goBack();
    await view.getByRole('button', { name: 'Stop keeping it…' }).click();
    await expectNoFault(page);
    await view.getByRole('button', { name: 'Stop keeping it', exact: true }).click();
    await page.getByText('No views yet').waitFor();
    await expectNoFault(page);
    await page.getByRole('link', { name: 'Save a view of Today' }).click();
    await page.getByLabel('Name').fill('Each morning');
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('row', { name: 'Each morning' }).getByText('Today, the last 8 days').waitFor();
  },
);

test('a change of a view keeps what a colleague has changed of it meanwhile', patient, async (context) => {
  const user = await makeSeller(context, 'Two of one view');
  const send = sendAs(context, user);
  await makeTiers(send, 'Kept by two');
  const { id } = await send('POST', '/view', { view: { name: 'Mornings', address: '/today?from=-7&to=0' } });
  const { id: channel } = await send('POST', '/channel', {
    channel: { name: 'The desk', to: 'https://desk.example/' },
  });
  const page = await openRoom(context, '/reports/views', { user });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await send('PUT', `/view?id=${id}`, { view: { every: 'week', channel_id: channel } });
  await page.getByRole('cell', { name: 'Each Monday' }).waitFor();
  await page.getByLabel('Name').fill('All mornings');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'All mornings' }).waitFor();
  expect(JSON.stringify(await send('GET', '/view'))).toContain('"every":"week"');
});
