import { expect, test } from 'vitest';
import { makeColleagues } from '../../fixture/colleagues.ts';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient } from '../../fixture/page.ts';

test.for([
  { choice: 'yours', stays: [8001] },
  { choice: 'theirs', stays: [8002] },
])(
  'publishers that the draft and somebody else have changed are settled as $choice, and published so',
  patient,
  async ({ choice, stays }, context) => {
    const { own, draft, path, anna, asAnna, asBen } = await makeColleagues(context);
    await asAnna('PUT', `/draft?id=${draft}`, { draft: { publisher_ids: [8001] } });
    await asBen('PUT', `/ym-profile?id=${own.ym}`, { 'ym-profile': { publisher_ids: [8002] } });
    // The browser says of itself that the first rebase was refused.
    const page = await openRoom(context, path, { user: anna, allowed: /status of 409/ });
    await page.getByRole('button', { name: 'Update the draft to live' }).click();
    const conflicts = page.getByRole('region', { name: 'Conflicts' });
    const row = conflicts.getByRole('row', { name: /8001/ });
    await row.getByText('8002').waitFor();
    await expectNoFault(page);
    await row.getByRole('radio', { name: choice }).check();
    await conflicts.getByRole('button', { name: 'Settle and update the draft' }).click();
    await conflicts.waitFor({ state: 'detached' });
    const { draft: settled } = await asAnna('GET', `/draft?id=${draft}`);
    // What is as it is live is not in the draft; the tier, of which nothing was settled, still is.
    expect(settled.publisher_ids).toEqual(choice === 'yours' ? stays : null);
    expect(settled.tier_set?.tiers).toMatchObject([{ min_price: '1.400000' }]);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: /^Publish \d change/ }).click();
    await page.getByText('Published and live').waitFor();
    const { 'ym-profile': live } = await asAnna('GET', `/ym-profile?id=${own.ym}`);
    expect(live.publisher_ids).toEqual(stays);
    expect(await own.minimum()).toBe('1.400000');
  },
);
