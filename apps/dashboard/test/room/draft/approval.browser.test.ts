import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { makeDraft, makeTiers, sendAs } from '../../fixture/seller.ts';
import { bothWays } from '../../fixture/way.ts';

test.for(bothWays)('a draft is handed to a colleague, who approves it, $name', patient, async ({ press }, context) => {
  const { users } = servedPage(context);
  const admin = sendAs(context, users.admin);
  const { id: member } = await admin('POST', '/member', { member: { name: 'Careful seller' } });
  const [author, colleague] = await Promise.all(
    ['author', 'colleague'].map(async (part) => {
      const username = `careful-${part}-${randomBytes(4).toString('hex')}`;
      const password = `${username} of the careful seller`;
      const { id } = await admin('POST', '/user', { user: { username, password, role: 'seller', member_id: member } });
      const { 'api-key': key } = await admin('POST', '/api-key', {
        'api-key': { user_id: id, scopes: ['read', 'write', 'auction', 'publish'] },
      });
      return { role: 'seller' as const, member_id: member, username, password, api_key: key.key };
    }),
  );
  const send = sendAs(context, author!);
  const own = await makeTiers(send, 'Approved');
  const draft = await makeDraft(send, own, '2.50');
  await admin('PUT', `/member?id=${member}`, { member: { publishing: 'approved' } });

  const path = `/draft?ym=${own.ym}&draft=${draft}`;
  const page = await openRoom(context, path, { user: author! });
  await page.getByText(`it needs the approval of another user than ${author!.username}`).first().waitFor();
  expect(await page.getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
  await press(page, page.getByRole('button', { name: 'Ask for approval' }));
  await page.getByText('Send this address to a colleague').waitFor();

  const link = new URL(await page.locator('.draft-link').innerText());
  const other = await openRoom(context, link.href.slice(`${link.origin}/app`.length), { user: colleague! });
  await press(other, other.getByRole('button', { name: 'Approve', exact: true }));
  await other.getByText(`Approved by ${colleague!.username}`).waitFor();

  await page.reload();
  await press(page, page.getByRole('button', { name: 'Publish now' }));
  await press(page, page.getByRole('button', { name: 'Publish 1 change' }));
  await page.getByText('Published and live').waitFor();
  expect(await own.minimum()).toBe('2.500000');
});
