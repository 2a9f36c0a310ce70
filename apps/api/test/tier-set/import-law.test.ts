import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { StoredWatch } from '../fixture/stored-bytes.ts';
import { createSend, type Row, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { contentOf, exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
let watch: StoredWatch;
let other: Send;
let mine: number;
let another: number;
let theirs: number;

beforeAll(async () => {
  other = createSend(service.url, service.people.seller2.api_key);
  watch = await StoredWatch.open(service.redisUrl);
  ({ id: mine } = await createYmProfile(send));
  ({ id: another } = await createYmProfile(send));
  ({ id: theirs } = await createYmProfile(other));
});
afterAll(() => watch.close());

const code = fc.option(fc.constantFrom('a', 'b', '__proto__', 'é'), { nil: null });
const profile = fc.record({
  code,
  name: fc.option(fc.constantFrom('Home', 'Away'), { nil: null }),
  dma_targets: fc.option(fc.constantFrom([{ dma: 501 }], [{ dma: 501 }, { dma: 803 }]), { nil: null }),
  country_targets: fc.option(fc.constantFrom([{ code: 'US' }], [{ id: 233 }]), { nil: null }),
});
const tier = fc.record({
  code,
  name: fc.constantFrom('One', 'Two'),
  priority: fc.integer({ min: 1, max: 10 }),
  min_price: fc.constantFrom('0', '1.5', '2.000001'),
  member_action: fc.constantFrom('include', 'exclude'),
  profile: fc.option(fc.nat(3), { nil: null }),
  buyer_members: fc.constantFrom(
    null,
    [],
    [{ id: 101 }],
    [{ id: 102, name: 'x' }, { id: 999 }],
    [{ name: 'Bluefin DSP' }],
  ),
});

/** A file whose codes are each used once; ids from 900,000 on do not exist. */
const file = fc
  .record({
    profiles: fc.uniqueArray(profile, { maxLength: 4, selector: (one) => one.code ?? {} }),
    tiers: fc.uniqueArray(tier, { maxLength: 6, selector: (one) => one.code ?? {} }),
  })
  .map(({ profiles, tiers }) => ({
    profiles: profiles.map((one, index) => ({ ...one, id: 900_000 + index })),
    tiers: tiers.map(({ profile: index, ...one }) => ({
      ...one,
      profile_id: index === null || index >= profiles.length ? null : 900_000 + index,
    })),
  }));

const withoutIds = (list: readonly { readonly id: number }[]) => list.map((one) => ({ ...one, id: 0 }));

const withoutCodes = (list: readonly Row[]) => list.map((one) => ({ ...one, code: null }));

/** The same tier set with some of it changed, dropped and added. */
const edited = (exported: { readonly tiers: readonly Row[] }, added: readonly Row[]) => ({
  ...exported,
  tiers: [
    ...exported.tiers
      .filter((_, index) => index % 3 !== 0)
      .map((one, index) => (index % 2 === 0 ? { ...one, priority: 9 } : one)),
    ...added.map((one) => ({ ...one, profile_id: null, code: null })),
  ],
});

test('an export that is imported elsewhere comes out the same, and what is imported where it came from changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (first, second) => {
      importAnswer(await sendFile(send, mine, first));
      const exported = await exportOf(send, mine);
      expect(exported.tiers).toHaveLength(first.tiers.length);

      importAnswer(await sendFile(other, theirs, exported));
      expect(contentOf(await exportOf(other, theirs))).toEqual(contentOf(exported));

      await watch.changes();
      const again = importAnswer(await sendFile(send, mine, exported));
      expect(again).toMatchObject({ created: [], updated: [], deleted: [] });
      expect(await watch.changes()).toEqual([]);

      const next = edited(exported, second.tiers);
      const dryRun = importAnswer(await sendFile(send, mine, next, '&dry_run=true'));
      expect(await watch.changes()).toEqual([]);
      expect(await exportOf(send, mine)).toEqual(exported);
      const real = importAnswer(await sendFile(send, mine, next));
      expect(withoutIds(dryRun.created)).toEqual(withoutIds(real.created));
      expect([dryRun.updated, dryRun.deleted, dryRun.unchanged]).toEqual([real.updated, real.deleted, real.unchanged]);
      const result = await exportOf(send, mine);
      expect(result.tiers).toHaveLength(next.tiers.length);
      expect(result.tiers.filter(({ priority }) => priority === 9).length).toBeGreaterThanOrEqual(real.updated.length);
    }),
    { numRuns: 25 },
  );
});

test('an export without codes comes out the same in another ym-profile of the same member', async () => {
  await fc.assert(
    fc.asyncProperty(file, async (codes) => {
      importAnswer(
        await sendFile(send, mine, { tiers: withoutCodes(codes.tiers), profiles: withoutCodes(codes.profiles) }),
      );
      const exported = await exportOf(send, mine);
      importAnswer(await sendFile(send, another, exported));
      expect(contentOf(await exportOf(send, another))).toEqual(contentOf(exported));
      expect(await exportOf(send, mine)).toMatchObject({ tiers: exported.tiers, profiles: exported.profiles });
    }),
    { numRuns: 15 },
  );
});
