import { expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { countMeanwhile } from '../fixture/meanwhile.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
const tierCount = 5000;

const tiers = Array.from({ length: tierCount }, (_, at) => ({
  name: `T${at}`,
  code: `c${at}`,
  priority: (at % 10) + 1,
  min_price: `${at % 50}.250000`,
  member_action: 'include',
  buyer_members: [{ id: 101 + (at % 20) }],
}));

test('while a large tier set is imported, auctions of others are answered', async () => {
  const { id } = await createYmProfile(send, { name: 'Large' });
  const { id: demoId } = await demoYmProfile(send);
  const auction = { body: { ym_profile_id: demoId, bids: [bid('a', 107, 2)] } };
  const { answer, count } = await countMeanwhile(sendFile(send, id, { tiers, profiles: [] }), async () =>
    expectOk(await send('POST', '/auction', auction)),
  );
  expect(importAnswer(answer).created).toHaveLength(tierCount);
  // Others have their turn between the parts of an import: parsing, resolving, comparing, linting, writing.
  expect(count).toBeGreaterThan(3);
  expect((await exportOf(send, id)).tiers).toHaveLength(tierCount);
});

test('a large tier set is linted in a thread, with the findings of a small one', async () => {
  const { id } = await createYmProfile(send, { name: 'Linted' });
  const many = [...tiers.slice(0, 400).map((tier) => ({ ...tier, code: null })), { name: 'No buyers', min_price: 0 }];
  const few = many.slice(-1);
  const codesOf = async (file: readonly object[]) =>
    importAnswer(await sendFile(send, id, { tiers: file, profiles: [] }, '&dry_run=true'))
      .findings.filter(({ code }) => code === 'no_buyers')
      .map(({ message }) => message.replace(/\d+/g, 'N'));
  expect(await codesOf(many)).toHaveLength(1);
  expect(await codesOf(many)).toEqual(await codesOf(few));
});
