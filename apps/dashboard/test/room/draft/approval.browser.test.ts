import { expect, test } from 'vitest';
import { expectNoFault } from '../../fixture/look.ts';
import { makeColleagues } from '../../fixture/colleagues.ts';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { makeDraft, makeTiers, sendAs } from '../../fixture/seller.ts';
import { makeUserWithKey } from '../../fixture/user.ts';
import { someWays } from '../../fixture/way.ts';

test.for(someWays)('a draft is handed to a colleague, who approves it, $name', patient, async ({ press }, context) => {
  const { users } = servedPage(context);
  const admin = sendAs(context, users.admin);
  const { id: member } = await admin('POST', '/member', { member: { name: 'Careful seller' } });
  const author = await makeUserWithKey(context, member, 'careful-author');
  const colleague = await makeUserWithKey(context, member, 'careful-colleague');
  const send = sendAs(context, author);
  const own = await makeTiers(send, 'Approved');
  const draft = await makeDraft(send, own, '2.50');
  await admin('PUT', `/member?id=${member}`, { member: { publishing: 'approved' } });

  const path = `/draft?ym=${own.ym}&draft=${draft}`;
  const page = await openRoom(context, path, { user: author });
  await page.getByText(`it needs the approval of another user than ${author.username}`).first().waitFor();
  expect(await page.getByRole('button', { name: 'Publish…' }).isDisabled()).toBe(true);
  await press(page, page.getByRole('button', { name: 'Ask for approval' }));
  await page.getByText('those who may give it see it under Today').waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, page.getByRole('button', { name: 'Copy link' }));
  await page.getByRole('button', { name: 'Link copied' }).waitFor();
  expect(new URL(await page.evaluate<string>('navigator.clipboard.readText()')).searchParams.get('draft')).toBe(
    String(draft),
  );

  const other = await openRoom(context, '/today', { user: colleague });
  await other.getByRole('link', { name: 'Draft 1 to approve' }).waitFor();
  await other.getByText('waits for your approval').waitFor();
  await expectNoFault(other);
  await press(other, other.getByRole('link', { name: 'See what it changes' }));
  await press(other, other.getByRole('button', { name: 'Approve', exact: true }));
  await other.getByText(`Approved by ${colleague.username}`).waitFor();

  await other.getByRole('link', { name: 'Draft', exact: true }).waitFor();

  await page.reload();
  await press(page, page.getByRole('button', { name: 'Publish…' }));
  await press(page, page.getByRole('button', { name: 'Publish 1 change' }));
  await page.getByText('Published and live').waitFor();
  expect(await own.minimum()).toBe('2.500000');
});

test(
  'where a seller publishes directly, a colleague is asked all the same, and no more once the content changes',
  patient,
  async (context) => {
    const { own, draft, path, anna, ben, asAnna } = await makeColleagues(context);
    const page = await openRoom(context, path, { user: anna });
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByText(`${anna.username} has asked the others`).waitFor();
    expect(await page.getByRole('link', { name: /to approve/ }).count()).toBe(0);
    const other = await openRoom(context, `/tiers?ym=${own.ym}`, { user: ben, width: 390 });
    await other.getByRole('link', { name: 'Draft 1 to approve' }).waitFor();
    await expectNoFault(other);
    const asked = async () => (await asAnna('GET', `/draft?id=${draft}`)).draft;
    const { approval_asked: isAsked, tier_set: content } = await asked();
    expect(isAsked).toBe(true);
    const tiers = content.tiers.map((tier) => ({ ...tier, min_price: '1.60' }));
    await asAnna('PUT', `/draft?id=${draft}`, { draft: { tier_set: { ...content, tiers } } });
    expect((await asked()).approval_asked).toBe(false);
  },
);
