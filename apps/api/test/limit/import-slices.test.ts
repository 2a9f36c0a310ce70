import { restOperations } from '@auction-tiers/contract';
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
  // Parsing, resolving and answering the file takes dozens of slices.
  expect(count).toBeGreaterThan(10);
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

/** What a function gives, or the paths of the issues of its error. */
function orPaths(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    const { issues } = error as { readonly issues?: readonly { readonly path: string | readonly string[] }[] };
    if (issues === undefined) throw error;
    return new Set(issues.map(({ path }) => (typeof path === 'string' ? path : path.join('.'))));
  }
}

const importOperation = restOperations.find(({ procedure }) => procedure === 'ymProfile.import')!;

function parseInSteps(input: unknown): unknown {
  const steps = importOperation.parseInSteps!(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

test.for<[string, unknown]>([
  ['a file', { tiers, profiles: [{ id: 1 }], revision: '1-1', revenue_share_pct: 5 }],
  ['a file without profiles', { tiers: [] }],
  ['bad entries', { tiers: [{ name: 7 }, {}, { name: 'A' }], profiles: [{ id: 'x' }, null] }],
  ['no lists', { tiers: {}, profiles: 7 }],
  ['no tiers', {}],
  ['null for profiles', { tiers: [], profiles: null }],
  ['no object', 'tiers'],
  ['a list', []],
  ['nothing', undefined],
  ['too many tiers', { tiers: Array.from({ length: 10_001 }, () => ({ name: 'T' })) }],
  ['a wrong revision', { tiers: [], revision: 7 }],
])('the input of an import is the same parsed in steps as at once: %s', ([, file]) => {
  const input = { id: 1, file };
  expect(orPaths(() => parseInSteps(input))).toEqual(orPaths(() => importOperation.input.parse(input)));
});
