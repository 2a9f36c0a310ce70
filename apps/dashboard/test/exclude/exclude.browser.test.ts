import { expect, test } from 'vitest';
import { expectNoFault } from '../fixture/look.ts';
import { openRoom, patient } from '../fixture/page.ts';
import { makeDraft, makeSeller, makeTiers, sendAs } from '../fixture/seller.ts';

test(
  'a draft that an experiment tests keeps no other group of sites from excluding a buyer',
  patient,
  async (context) => {
    const user = await makeSeller(context, 'Excluder');
    const send = sendAs(context, user);
    const [here, tested, other] = [
      await makeTiers(send, 'Here'),
      await makeTiers(send, 'Tested'),
      await makeTiers(send, 'Other'),
    ];
    const draft = await makeDraft(send, tested, '2.50');
    const planned = { name: 'Canary', draft_id: draft, design: 'split', share: 0.1, hypothesis: '2 %' };
    const { id } = await send('POST', '/experiment', { experiment: { ...planned, guard: { max_loss: '20.00' } } });
    await send('POST', `/experiment/start?id=${id}`);
    const page = await openRoom(context, `/buyers?ym=${here.ym}&buyer=107`, { user, allowed: /status of 409/ });
    await page.getByRole('button', { name: 'Exclude this buyer…' }).click();
    await page.getByText('Other: a new draft').waitFor();
    await page.getByText('Tested: “Gold”').waitFor();
    await page.getByRole('button', { name: 'In the drafts of all 3 groups of sites' }).click();
    await page.getByText('is excluded in the draft of Here, Other').waitFor();
    await page.getByText('Tested: The draft is tested live, and cannot be changed meanwhile').waitFor();
    await expectNoFault(page);
    const { drafts } = await send('GET', `/draft?ym_profile_id=${other.ym}`);
    expect(drafts[0]?.tier_set?.tiers.filter(({ member_action }) => member_action === 'exclude')).toHaveLength(1);
  },
);
