import { expect, test } from 'vitest';
import { makeColleagues } from '../../fixture/colleagues.ts';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient } from '../../fixture/page.ts';

test.for([
  { act: 'undo', press: 'Undo this step', name: /^Undo of .* by anna-/ },
  { act: 'go back', press: 'Go back to before this', name: /^Back to \d{4}-/ },
])(
  'with approvals, $act makes a draft that says what it is, and a second user approves it in another window',
  patient,
  async ({ press, name }, context) => {
    const { admin, member, own, asAnna, anna, ben } = await makeColleagues(context);
    await asAnna('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { min_price: '3.00' } });
    await admin('PUT', `/member?id=${member}`, { member: { publishing: 'approved' } });
    const page = await openRoom(context, `/history?ym=${own.ym}`, { user: anna });
    // Two actions. The newest step is the change of the setting.
    const step = page.locator('.timeline > li').filter({ hasText: '3.00' });
    await step.getByRole('button', { name: press }).click();
    await page.getByRole('button', { name: 'Make it a draft' }).click();
    await page.getByRole('heading', { name: 'What changes' }).waitFor();
    const draft = Number(new URL(page.url()).searchParams.get('draft'));
    const { draft: made } = await asAnna('GET', `/draft?id=${draft}`);
    expect(made.name).toMatch(name);
    expect(made.tier_set.tiers).toMatchObject([{ id: own.tier, min_price: '2.000000' }]);
    expect(await page.locator('input[aria-label="Draft"]').inputValue()).toBe(made.name);
    expect(await own.minimum()).toBe('3.000000');
    await expectNoFault(page);

    const other = await openRoom(context, `/draft?ym=${own.ym}&draft=${draft}`, { user: ben });
    await other.getByRole('button', { name: 'Approve', exact: true }).click();
    await other.getByText(`Approved by ${ben.username}`).waitFor();
    await page.getByText(`Approved by ${ben.username}`).waitFor();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await page.getByText('Published and live').waitFor();
    expect(await own.minimum()).toBe('2.000000');
  },
);
