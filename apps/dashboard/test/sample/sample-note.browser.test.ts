import { expect, test } from 'vitest';
import { openRoom, patient } from '../fixture/page.ts';
import { makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

test(
  'a seller all of whose auctions are recorded is not told to have more of them recorded',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'All are recorded');
    const send = sendAs(context, user);
    const { ym } = await makeTiers(send, 'No auctions yet');
    await send('PUT', `/member?id=${user.member_id}`, { member: { record_share: 1 } });
    const page = await openRoom(context, `/why?ym=${ym}`, { user });
    await page.getByText(/^No auction of these days was recorded\. All auctions are recorded/).waitFor();
    expect(await page.getByRole('link', { name: 'Choose how many are recorded' }).count()).toBe(0);
  },
);
