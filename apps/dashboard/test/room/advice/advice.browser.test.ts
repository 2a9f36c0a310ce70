import { test } from 'vitest';
import { addDays, dayOf } from '../../../src/figure/date.ts';
import { expectNoFault } from '../../fixture/look.ts';
import { openRoom, patient, servedPage } from '../../fixture/page.ts';
import { sendAs } from '../../fixture/seller.ts';

const today = dayOf(Date.now(), 'America/New_York');
const days = `from=${addDays(today, -6)}&to=${today}`;

test('from advice to a draft to a verdict in four clicks', patient, async (context) => {
  const send = sendAs(context, servedPage(context).users.seller);
  // The draft that the demo begins with stays as it is.
  const { id: draft } = await send('POST', '/draft?from=1');
  const page = await openRoom(context, `/advice?${days}&draft=${draft}`);
  await page.getByRole('button', { name: 'Ask for advice' }).click();
  const proposals = page.getByRole('list', { name: 'Proposals' });
  const first = proposals.getByRole('listitem').first();
  await first
    .getByText(/Certified|Unresolved|Dominated/)
    .first()
    .waitFor();
  await page.getByRole('table', { name: 'Without a tier or a buyer' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFault(page);
  await first.getByRole('button', { name: 'Put into a draft' }).click();
  await page.getByRole('link', { name: 'To the draft' }).click();
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await page
    .locator('.trial-figure .big-figure')
    .getByText(/Launch|Test first|Hold|Cannot say/)
    .waitFor();
  await send('DELETE', `/draft?id=${draft}`);
});
