import {
  type AppRouter,
  type Context,
  type createCallerFactory,
  scopesOfAccess,
  type TierSetDraft,
} from '@auction-tiers/contract';
import { demoBodies, type TierSetBodies } from '@auction-tiers/contract/demo';
import { fourWeeks } from './demo-market.ts';
import type { Deps } from '../handlers/request/deps.ts';

export type DemoCaller = ReturnType<ReturnType<typeof createCallerFactory<AppRouter['_def']['record']>>>;
export type CreateDemoCaller = (context: Context) => DemoCaller;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const memberId = 1;
/** The users of the first demo seller. */
export const [demoSeller, demoColleague] = ['demo-seller-1', 'demo-colleague'] as const;
const scopes = scopesOfAccess('publisher');

const [recordedDays, countedDays] = [8, 35];

/** Since when hours are counted, for four like weekdays before each; none before the recorded ones if these are fewer. */
export const countedFromOf = ({ untilMs, days }: { readonly untilMs: number; readonly days: number }): number =>
  days < recordedDays ? untilMs : untilMs - countedDays * dayMs;

/** When the demo's objects were made: before its first auction, however many days there are. */
export const demoMadeMs = (untilMs: number): number => untilMs - countedDays * dayMs - hourMs;

/** Attributes of tiers at their creation; the steps below change them to those of `demoBodies`. */
const earlier: Readonly<Record<string, Partial<TierSetBodies['tiers'][number]>>> = {
  'Blocked: arbitrage': { min_price: '3.00', description: 'Its bids from 3.00 net are not wanted' },
  'House deal: Northwind': { min_price: '1.50', description: 'First look, from 1.50 net' },
  'New York premium': { min_price: '2.00' },
  'Everyone else, from 0.50': { priority: 8 },
};

/** The same of a demo of at least four weeks. */
const earliest: typeof earlier = {
  'House deal: Northwind': { min_price: '0.50', description: 'First look, from 0.50 net' },
};

/** The tier set that the history of a demo of so many days begins with. */
export const earlierBodies = (days: number): TierSetBodies => ({
  ...demoBodies,
  tiers: demoBodies.tiers.map((body) => ({
    ...body,
    ...earlier[body.name],
    ...(days < fourWeeks.days ? {} : earliest[body.name]),
  })),
});

/** The draft that is open at the first start. */
export const openDraft = {
  name: 'Autumn prices',
  note: 'Ask more of the rectangle partners, and let streaming in on phones',
};

type Tier = TierSetDraft['tiers'][number];

/** One action of a user, some days before the last recorded hour, at an hour of the day (UTC). */
interface DemoStep {
  readonly daysBefore: number;
  readonly hour: number;
  readonly user: string;
  readonly note: string;
  /** The attributes that the step changes, by tier name. */
  readonly tiers: Readonly<Record<string, Partial<Tier>>>;
  /** The name of the draft that the step publishes; undefined: the step changes the one tier directly. */
  readonly draft?: string;
}

const bodyOf = (name: string) => demoBodies.tiers.find((tier) => tier.name === name)!;

const steps: readonly DemoStep[] = [
  {
    daysBefore: fourWeeks.fading.daysBefore,
    hour: fourWeeks.fading.hour,
    user: demoSeller,
    note: 'Ask Northwind for 1.50',
    tiers: { 'House deal: Northwind': { min_price: '1.50', description: 'First look, from 1.50 net' } },
  },
  {
    daysBefore: 6,
    hour: 15.25,
    user: demoSeller,
    note: 'Exclude arbitrage, whatever it bids',
    tiers: {
      'Blocked: arbitrage': { min_price: null, description: bodyOf('Blocked: arbitrage').description },
    },
  },
  {
    daysBefore: 4,
    hour: 16,
    user: demoColleague,
    note: 'Everyone else won before partners that pay more: move it to the end, and ask Northwind for 4.00',
    tiers: {
      'House deal: Northwind': { min_price: '4.00', description: bodyOf('House deal: Northwind').description },
      'Everyone else, from 0.50': { priority: 1 },
    },
    draft: 'Partners first',
  },
  {
    daysBefore: 2,
    hour: 14.5,
    user: demoSeller,
    note: 'Raise the New York minimum',
    tiers: { 'New York premium': { min_price: '3.00' } },
  },
];

/** What the open draft changes. */
const openChanges: DemoStep['tiers'] = {
  'Rectangle partners': { min_price: '2.60' },
  'Mobile partners': { buyer_members: [108, 109, 111, 117].map((id) => ({ id })) },
};

/**
 * Makes the actions of two users of the first demo seller in the days before: each step at its time, with a note; the
 * last one leaves a draft open. Repeated after an interrupted start, it makes what is missing.
 */
export async function makeDemoHistory(
  deps: Deps,
  createCaller: CreateDemoCaller,
  { untilMs, days }: { readonly untilMs: number; readonly days: number },
): Promise<void> {
  const midnightMs = Math.floor(untilMs / dayMs) * dayMs;
  for (const [index, step] of steps.entries()) {
    if (step.daysBefore === fourWeeks.fading.daysBefore && days < fourWeeks.days) continue;
    const timeMs = midnightMs - step.daysBefore * dayMs + step.hour * hourMs;
    const act = await actions(deps, createCaller, { user: step.user, timeMs, name: `demo-step-${index + 1}` });
    if (step.draft === undefined) await act('write', step.note).changeTiers(step.tiers);
    else {
      const id = await act('draft').makeDraft(step.draft, step.note, step.tiers);
      await act('publish').publish(id);
    }
  }
  const act = await actions(deps, createCaller, { user: demoSeller, timeMs: untilMs - hourMs, name: 'demo-open' });
  await act('draft').makeDraft(openDraft.name, openDraft.note, openChanges);
}

/** The context of a user of the first demo seller, as a request of that user would have it. */
export async function demoContext({ store }: Pick<Deps, 'store'>, username: string): Promise<Context> {
  const userId = (await store.credentials.findUser(username))?.id ?? 0;
  const caller = { userId, username, role: 'seller', memberId, scopes } as const;
  return { caller, requestId: 'first-start', warn: () => {} };
}

/** The actions of a user at a time. `key` makes each write's idempotency key unique, so that it is done once. */
async function actions(
  deps: Deps,
  createCaller: CreateDemoCaller,
  { user, timeMs, name }: { readonly user: string; readonly timeMs: number; readonly name: string },
) {
  const context = await demoContext(deps, user);
  const ymProfileId = deps.mirror.rows('ym-profile', memberId)[0]!.id;
  return (key: string, note?: string) => {
    const caller = createCaller({ ...context, timeMs, idempotencyKey: `${name}-${key}`, note });
    return {
      async changeTiers(tiers: DemoStep['tiers']) {
        for (const [tierName, changes] of Object.entries(tiers)) {
          const { id } = deps.mirror.rows('ym-auction-tier', memberId).find((row) => row['name'] === tierName)!;
          await caller.tier.update({ id, changes });
        }
      },
      /** Finds the draft of an earlier start by its name, because the live tiers may have changed by now. */
      async makeDraft(draft: string, about: string, tiers: DemoStep['tiers']): Promise<number> {
        const known = deps.mirror.rows('draft', memberId).find((row) => row['name'] === draft);
        if (known !== undefined) return known.id;
        const { revision: _revision, ...now } = await caller.ymProfile.export({ id: ymProfileId });
        const changed = now.tiers.map((tier) => ({ ...tier, ...tiers[tier.name] }));
        const body = { name: draft, note: about, ym_profile_id: ymProfileId };
        return (await caller.draft.create({ ...body, tier_set: { ...now, tiers: changed } })).id;
      },
      async publish(id: number) {
        const { state } = deps.mirror.row('draft', memberId, id)!;
        if (state !== 'published') await caller.draft.publish({ id });
      },
    };
  };
}
