import { expect, test } from 'vitest';
import { makeColleagues } from '../../fixture/colleagues.ts';
import { createHand } from '../../fixture/hand.ts';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient } from '../../fixture/page.ts';
import { byKeyboard, byMouse } from '../../fixture/way.ts';

test.for([
  { act: 'undo', press: 'Undo this step', name: /^Undo of .* by anna-/, way: byMouse },
  { act: 'go back', press: 'Go back to before this', name: /^Back to \d{4}-/, way: byKeyboard },
])(
  'with approvals, $act is four actions to a draft that says what it is, approved by a second user in another window',
  patient,
  async ({ press, name, way }, context) => {
    const { admin, member, own, asAnna, anna, ben } = await makeColleagues(context);
    await asAnna('PUT', `/ym-auction-tier?id=${own.tier}`, { 'ym-auction-tier': { min_price: '3.00' } });
    await admin('PUT', `/member?id=${member}`, { member: { publishing: 'approved' } });
    const page = await openRoom(context, `/history?ym=${own.ym}`, { user: anna });
    // The newest step is the change of the setting.
    const step = page.locator('.timeline > li').filter({ hasText: '3.00' });
    const hand = createHand(page, way);
    await hand.press(step.getByRole('button', { name: press }));
    await hand.press(page.getByRole('button', { name: 'Make it a draft and ask for approval' }));
    await page.getByRole('heading', { name: '1 change' }).waitFor();
    const draft = Number(new URL(page.url()).searchParams.get('draft'));
    const { draft: made } = await asAnna('GET', `/draft?id=${draft}`);
    expect(made.name).toMatch(name);
    expect(made.tier_set.tiers).toMatchObject([{ id: own.tier, min_price: '2.000000' }]);
    // The page names its moment as all others.
    const shown = await page.locator('input[aria-label="Draft"]').inputValue();
    expect(shown).toMatch(/^(?:Undo of|Back to) \w{3} \d+, \d{4}, \d\d:\d\d/);
    expect(await own.minimum()).toBe('3.000000');
    await expectNoFault(page);

    const other = await openRoom(context, `/today?ym=${own.ym}`, { user: ben });
    const second = createHand(other, way);
    await other.getByText(`“${shown}” waits for your approval`).waitFor();
    await expectNoFault(other);
    await second.press(other.getByRole('link', { name: 'See what it changes' }));
    await second.press(other.getByRole('button', { name: 'Approve', exact: true }));
    await other.getByText(`Approved by ${ben.username}`).waitFor();
    await expectNoFault(other);
    expect(hand.actions() + second.actions()).toBeLessThanOrEqual(4);
    await page.getByText(`Approved by ${ben.username}`).waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await page.getByText('Published and live').waitFor();
    expect(await own.minimum()).toBe('2.000000');
  },
);
