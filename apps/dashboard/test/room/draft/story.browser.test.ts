import { expect, test } from 'vitest';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { recordAuctions } from '../../fixture/recorded-auctions.ts';
import { makeDraft, makeTiers, sendAs } from '../../fixture/seller.ts';

test(
  'a draft is renamed, held to a promise, scheduled and taken back, beside another one',
  patient,
  async (context) => {
    const send = sendAs(context, servedPage(context).users.seller);
    const own = await makeTiers(send, 'Promised');
    await recordAuctions(send, own);
    const draft = await makeDraft(send, own, '9.00');
    const page = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Nine at least');
    await page.keyboard.press('Enter');
    await page.locator('.draft-name').getByText('Nine at least').waitFor();

    await page.getByRole('button', { name: '+ Add a promise' }).click();
    await page.getByRole('combobox', { name: 'Who or what' }).fill('saffron');
    await page.getByRole('option', { name: 'Saffron Travel' }).click();
    await page.getByLabel('Value').fill('10000');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: /Remove the promise/ }).waitFor();
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    const promises = page.getByRole('list', { name: 'Promises' }).getByRole('listitem');
    await promises.getByText('broken', { exact: true }).waitFor();
    expect(await promises.innerText()).toMatch(/Saffron Travel: at least 10,000 wins a day[^]*→/);
    await page.locator('.comparison-figure').getByText('A promise breaks.').waitFor();
    expect(await page.locator('.comparison-figure .tag').innerText()).not.toContain('Launch');
    // It is said before it is published, too.
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('alert').getByText('It breaks a promise: Saffron Travel').waitFor();
    await page.getByRole('button', { name: 'Publish anyway' }).waitFor();
    await page.getByRole('region', { name: 'What may be done' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /Remove the promise/ }).click();
    await page.getByText('The draft or its promises have changed since this try').waitFor();

    await page.getByRole('button', { name: 'Schedule…' }).click();
    await expectNoFault(page);
    await page.getByLabel('Note for history').fill('tomorrow');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Scheduled: it becomes live').waitFor();
    await expectNoFault(page);
    await page.getByRole('button', { name: 'Unschedule' }).click();
    await page.getByRole('button', { name: 'Publish…' }).waitFor();
    expect((await send('GET', `/draft?id=${draft}`)).draft).toMatchObject({ state: 'open', publish_at: null });
    expect(await own.minimum()).toBe('2.000000');

    await page.getByRole('button', { name: 'New draft from live' }).click();
    await page.getByText('Nothing yet: it is as live').waitFor();
    await page.getByRole('combobox', { name: 'Draft' }).click();
    await page.getByRole('option', { name: 'Nine at least' }).click();
    await page.getByRole('button', { name: 'Undo the change of tier Gold' }).waitFor();
    expect(new URL(page.url()).searchParams.get('draft')).toBe(String(draft));
  },
);
