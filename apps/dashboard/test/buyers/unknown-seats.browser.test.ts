import { expect, test } from 'vitest';
import { ask } from '../fixture/ask.ts';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient, servedPage } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

test(
  'an unknown seat is listed with its figures, mapped to a buyer by one choice, and back',
  patient,
  async (context) => {
    const { url } = servedPage(context);
    const user = await makeSeller(context, 'Seller of seats');
    const send = sendAs(context, user);
    const { ym } = await makeTiers(send, 'Seats');
    const seatbid = [
      { seat: 'SFT-EU  North', bid: [{ id: 'a', impid: '1', price: 2000 }] },
      { seat: 'Saffron-EU', bid: [{ id: 'b', impid: '1', price: 1000 }] },
    ];
    const bid_responses = [{ seatbid }];
    const auction = () =>
      ask(url, user, 'POST', `/openrtb2/auction?ym_profile_id=${ym}`, {
        bid_request: { id: 'r', at: 1, imp: [{ id: '1' }] },
        bid_responses,
      });
    await auction();
    const page = await openRoom(context, `/buyers?ym=${ym}`, { user });
    const row = page.getByRole('table', { name: 'Unknown seats' }).getByRole('row', { name: /^sft-eu north/ });
    await expect
      .poll(() => row.getByRole('cell').allInnerTexts())
      .toMatchObject(['sft-eu north', '1', '1', '1.70', '']);
    await expectNoFault(page);
    await row.getByLabel('Buyer of sft-eu north').click();
    await page.getByRole('option', { name: 'Saffron Travel' }).click();
    await row.getByText('Saffron Travel').waitFor();
    expect(JSON.stringify(await auction())).toContain('"member_id":107');
    await row.getByRole('button', { name: /is not Saffron Travel/ }).click();
    await row.getByLabel('Buyer of sft-eu north').waitFor();
    expect(JSON.stringify(await auction())).not.toContain('"member_id":107');
    // A name of a buyer in the seat is one press.
    await page.getByRole('link', { name: '2 seats without a buyer' }).click();
    await page.getByRole('button', { name: 'saffron-eu: it is Saffron Travel' }).click();
    await page.getByRole('button', { name: 'Undo: saffron-eu is not Saffron Travel' }).waitFor();
    await page.getByRole('link', { name: '1 seat without a buyer' }).waitFor();
    expect(JSON.stringify(await auction())).toContain('"member_id":107');
  },
);
