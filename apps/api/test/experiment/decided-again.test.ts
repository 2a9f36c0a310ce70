import { type AuctionAnswer, type Experiment, TierSetFile, toTierSetSource } from '@auction-tiers/contract';
import { compile, type TierSet } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { type Row, issuePaths } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { decideAgain, type Found, recordedAuctions } from '../recorded/recorded-lines.ts';

const msPerDay = 86_400_000;
let aheadMs = 0;
const clock = { epochMs: () => Date.now() + aheadMs, elapsedMs: () => performance.now() };
const service = useService({ RECORD_AUCTIONS: '1' }, { clock, recordClock: clock.epochMs });
const { send } = service;
const sellerId = 1;
const sites = Array.from({ length: 9 }, (_, at) => 701 + at);

/** A draft that asks more of Gold, and has a tier that a publish would create. */
async function draftOf(ymProfileId: number, goldId: number): Promise<number> {
  const made = await createDraft(send, ymProfileId);
  const { tier_set } = withTier(made, goldId, { min_price: '5.00', priority: 9 }) as { tier_set: { tiers: Row[] } };
  const created = {
    name: 'New',
    member_action: 'include',
    min_price: '0.50',
    priority: 7,
    buyer_members: [{ id: 102 }],
  };
  await updateDraft(send, made.id, { tier_set: { ...tier_set, tiers: [...tier_set.tiers, created] } });
  return made.id;
}

async function decide(ymProfileId: number, part: string): Promise<AuctionAnswer[]> {
  const auctions = Array.from({ length: 80 }, (_, at) => ({
    ym_profile_id: ymProfileId,
    unit: `unit-${at}`,
    seed: `${part}-${at}`,
    auction_type: 1 + (at % 2),
    impression: { site_id: sites[at % sites.length] },
    bids: [bid('a', 101, 1.5 + (at % 7)), bid('b', 102, 2 + (at % 3)), bid('c', 103, 2.5)],
  }));
  const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
  return response['auctions'] as AuctionAnswer[];
}

/** The tiers that the service says have decided a recorded auction. */
async function decidingTiers(ymProfileId: number, { decided: { revision, experiment } }: Found): Promise<TierSet> {
  const query = new URLSearchParams({ id: String(ymProfileId), revision });
  if (experiment !== undefined) {
    query.set('arm', `${experiment.id}/${experiment.arm}`);
  }
  const { response } = expectOk(await send('GET', `/ym-profile/export?${query.toString()}`));
  const compiled = compile(toTierSetSource(TierSetFile.parse(response['ym-profile-export'])));
  if (!compiled.ok) throw new TypeError(JSON.stringify(compiled.issues));
  return compiled.tierSet;
}

/** What decides each recorded auction again to the same bytes, by the arm that its line names. */
async function verify(ymProfileId: number, change: (found: Found) => Found = (found) => found) {
  await service.opened.recorder?.settle();
  const counts: Record<string, number> = {};
  const revisions: Record<string, Set<string>> = {};
  const tiers = new Map<string, Promise<TierSet>>();
  for (const recorded of await recordedAuctions(service.dataDir, sellerId, ymProfileId)) {
    const found = change(recorded);
    const { revision, experiment, answerCrc32 } = found.decided;
    const arm = experiment?.arm ?? 'none';
    const key = `${revision} ${arm}`;
    if (!tiers.has(key)) tiers.set(key, decidingTiers(ymProfileId, found));
    // The hash is of the answer with the revision that the line had at first.
    expect(decideAgain(await tiers.get(key)!, recorded)).toBe(answerCrc32);
    counts[arm] = (counts[arm] ?? 0) + 1;
    (revisions[arm] ??= new Set()).add(revision);
  }
  return { counts, revisions };
}

const plans: Readonly<Record<Exclude<Experiment['design'], 'hold_back'>, Row>> = {
  shadow: {},
  split: { share: 0.5 },
  switchback: { clusters: { by: 'site', values: sites.map(String) } },
};

test.for(Object.entries(plans))(
  'every auction of a %s names the revision of the tiers that decided it',
  async ([design, more]) => {
    const { ymProfile, gold } = await newYmProfile(send);
    const draftId = await draftOf(ymProfile.id, gold.id);
    const body = {
      name: design,
      hypothesis: 'Net rises by 2 %',
      guard: { max_loss: '1000' },
      draft_id: draftId,
      design,
      ...more,
    };
    const { id } = expectOk(await send('POST', '/experiment', { body })).response['experiment'] as Experiment;
    const start = (name: string) => send('POST', `/experiment/${name}?id=${id}`);
    expectOk(await start('start'));
    if (design === 'switchback') aheadMs += 2 * msPerDay;
    const answers = await decide(ymProfile.id, 'first');
    // A change of the live tiers, and of the draft while it is paused.
    expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { min_price: '3.00' } }));
    await decide(ymProfile.id, 'second');
    expectOk(await start('pause'));
    await decide(ymProfile.id, 'paused');
    const draft = expectOk(await send('GET', `/draft?id=${draftId}`)).response['draft'] as Parameters<
      typeof withTier
    >[0];
    await updateDraft(send, draftId, withTier(draft, gold.id, { min_price: '6.00' }));
    expectOk(await start('resume'));
    await decide(ymProfile.id, 'third');
    const { counts, revisions } = await verify(ymProfile.id);
    expect(counts['C']! + (counts['T'] ?? 0) + counts['none']!).toBe(4 * 80);
    if (design === 'shadow') return expect(counts['T']).toBeUndefined();
    expect(revisions['T']!.size).toBe(2);
    expect([...revisions['T']!].filter((revision) => revisions['C']!.has(revision))).toEqual([]);
    const [one, other] = (['C', 'T'] as const).map((arm) => answers.find(({ experiment }) => experiment?.arm === arm));
    expect(one!.revision).not.toBe(other!.revision);
    // Records of earlier versions have the live revision in both arms; the draft had the same content at each.
    const live = [...revisions['C']!];
    const asEarlier = ({ decided, ...found }: Found): Found => {
      const at = decided.seed.startsWith('third') ? 2 : decided.seed.startsWith('second') ? 1 : 0;
      return { ...found, decided: decided.experiment?.arm === 'T' ? { ...decided, revision: live[at]! } : decided };
    };
    expect((await verify(ymProfile.id, asEarlier)).counts).toEqual(counts);
  },
);

test('both arms of a hold-back name the tiers that decided, and records of earlier versions are read rightly', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draftId = await draftOf(ymProfile.id, gold.id);
  const [before] = await decide(ymProfile.id, 'before');
  // A write elsewhere moves the revision, as the keeper of an experiment does at any time; the tiers stay the same.
  await newYmProfile(send);
  const hold_back = { share: 0.4, days: 14 };
  const published = expectOk(await send('POST', `/draft/publish?id=${draftId}`, { body: { hold_back } })).response;
  const { experiment_id: id } = published['draft-publish'] as { experiment_id: number };
  await service.opened.experiments.settled();
  await decide(ymProfile.id, 'after');
  expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { min_price: '3.00' } }));
  await decide(ymProfile.id, 'later');
  const { counts, revisions } = await verify(ymProfile.id);
  expect(counts['none']).toBe(80);
  expect(counts['C']! + counts['T']!).toBe(160);
  const [held, ...others] = revisions['C']!;
  expect(others).toEqual([]);
  const [first] = revisions['T']!;
  expect(held).not.toBe(before!.revision);
  const tiersAt = async (revision: string) => {
    const answer = await send('GET', `/ym-profile/export?id=${ymProfile.id}&revision=${revision}`);
    return TierSetFile.parse(expectOk(answer).response['ym-profile-export']).tiers;
  };
  expect(await tiersAt(held!)).toEqual(await tiersAt(before!.revision));
  expect(await tiersAt(held!)).not.toEqual(await tiersAt(first!));
  const asEarlier = ({ decided, ...found }: Found): Found => ({
    ...found,
    decided: decided.experiment?.arm === 'C' ? { ...decided, revision: first! } : decided,
  });
  expect((await verify(ymProfile.id, asEarlier)).counts).toEqual(counts);
  const exported = (more: string) => send('GET', `/ym-profile/export?id=${ymProfile.id}&revision=${first!}${more}`);
  expect(issuePaths(await exported('&arm=C'))).toEqual(['arm']);
  expect((await exported('&arm=987654/C')).status).toBe(404);
  const other = await newYmProfile(send);
  const ofOther = await send('GET', `/ym-profile/export?id=${other.ymProfile.id}&arm=${id}/T`);
  expect([ofOther.status, issuePaths(ofOther)]).toEqual([400, ['arm']]);
});
