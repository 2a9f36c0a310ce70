import type { AdviceReport } from '@auction-tiers/contract/advice-report';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';

import {
  type AuctionRequest,
  compile,
  Decision,
  decideAuction,
  formatMoney,
  netTakenMicros,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { atLeast, formatPercent, type Suite } from '../suite/suite.ts';

/** Populations per round; days of a log, and days of new auctions that measure the true effect. */
const [perRound, logDays, truthDays] = [20, 14, 28];
const [tierCount, auctionsADay] = [3, 120];
/** Candidate minimums of each tier for the true best, CPM micros. */
const grid = [0, 500_000, 1_000_000, 1_500_000, 2_500_000, 5_000_000];
/** The part of a promise that counts as kept: in new auctions chance may break what was kept in the judged ones. */
const keptShare = 0.95;
const on = '2026-10-01 00:00:00';

interface Planted {
  readonly source: TierSetSource;
  readonly commitments: readonly ReadCommitment[];
  readonly auction: (day: number, at: number) => AuctionRequest;
}

interface Simulator {
  readonly adviseAuctions: (auctions: readonly object[], order: object) => Promise<AdviceReport>;
  readonly chooseFee: (fees: object) => object;
  readonly parseTierSet: (value: unknown, refuse: (problem: string) => Error) => object;
  readonly toLoggedAuction: (request: AuctionRequest, line: number) => object;
  readonly toTierSet: (parsed: object) => { readonly source: TierSetSource };
}

// No package imports an app, so the simulator's advice is loaded from its files, as its command does.
const simulator = new URL('../../../apps/simulator/', import.meta.url);
const advice = (await import(new URL('src/index.ts', simulator).href)) as Simulator;
const { plant } = (await import(new URL('test/advise/planted.ts', simulator).href)) as {
  readonly plant: (seed: string, tiers: number, auctionsADay: number) => Planted;
};

export interface AdviceFigures {
  readonly seed: string;
  /** Certified proposals, and those of them that bring more in new auctions. */
  readonly certified: number;
  readonly right: number;
  /** Whether the grid's best gains at most the bound of the first proposal in new auctions; null: no bound. */
  readonly isWithin: boolean | null;
}

export const adviceSuite: Suite<readonly AdviceFigures[]> = {
  summary: 'how often a certified proposal brings more, and whether the best is within the bound',
  async measure({ rounds, isQuick }, say) {
    const count = isQuick ? 2 : rounds * perRound;
    const figures: AdviceFigures[] = [];
    for (let at = 0; at < count; at++) {
      figures.push(await judge(`planted ${at}`));
      if ((at + 1) % perRound === 0) say(`${at + 1} of ${count} populations`);
    }
    const said = figures.filter(({ isWithin }) => isWithin !== null);
    const certified = figures.reduce((sum, one) => sum + one.certified, 0);
    const right = figures.reduce((sum, one) => sum + one.right, 0);
    const within = said.filter(({ isWithin }) => isWithin).length;
    const rows = [
      ['populations', `${count}`],
      ['certified proposals', `${certified}`],
      ['of these, bring more in new auctions', `${right}`],
      ['first proposals with a bound', `${said.length}`],
      ['of these, the best is within it', `${within}`],
    ];
    return {
      figures,
      tables: [{ header: ['advice', 'found'], rows }],
      goals: [
        atLeast(0.95, 'certified that bring more', certified === 0 ? 1 : right / certified, formatPercent),
        atLeast(0.9, 'regret within the bound', said.length === 0 ? 1 : within / said.length, formatPercent),
      ],
    };
  },
};

async function judge(seed: string): Promise<AdviceFigures> {
  const planted = plant(seed, tierCount, auctionsADay);
  const { source, commitments } = planted;
  const log = draw(planted, 0, logDays);
  const loaded = load(toFile(source, seed));
  const { proposals } = await advice.adviseAuctions(
    log.map((request, at) => advice.toLoggedAuction(request, at + 1)),
    { loaded, fee: advice.chooseFee({}), seed, commitments },
  );
  const fresh = draw(planted, logDays, truthDays);
  const truthOf = (tiers: TierSetSource) => evaluate(tiers, fresh, commitments[0]!);
  const present = truthOf(source);
  const certified = proposals.filter(({ state }) => state === 'certified');
  const right = certified.filter(({ draft }) => truthOf(load(draft).source).net > present.net).length;
  const [first] = proposals;
  const isWithin =
    first === undefined || first.bound.at_most === null || first.state === 'dominated'
      ? null
      : isRegretWithin(source, truthOf, load(first.draft).source, Number(first.bound.at_most) / first.judged_days);
  return { seed, certified: certified.length, right, isWithin };
}

interface Truth {
  readonly net: number;
  /** The kept share of the promise. */
  readonly kept: number;
}

/** `boundADay`: in units of money earned per day. */
function isRegretWithin(
  source: TierSetSource,
  truthOf: (tiers: TierSetSource) => Truth,
  found: TierSetSource,
  boundADay: number,
): boolean {
  const proposed = truthOf(found);
  let best = proposed.net;
  for (let combination = 0; combination < grid.length ** source.tiers.length; combination++) {
    const tiers = source.tiers.map((tier, at) => ({
      ...tier,
      minPriceMicros: grid[Math.floor(combination / grid.length ** at) % grid.length]!,
    }));
    const { net, kept } = truthOf({ ...source, tiers });
    // The best must keep the promise as well as the proposal actually did.
    if (kept >= Math.min(1, Math.max(keptShare, proposed.kept)) && net > best) best = net;
  }
  return (best - proposed.net) / truthDays / 1e9 <= boundADay;
}

function draw({ auction }: Planted, firstDay: number, days: number): AuctionRequest[] {
  return Array.from({ length: days * auctionsADay }, (_, at) =>
    auction(firstDay + Math.floor(at / auctionsADay), at % auctionsADay),
  );
}

function evaluate(source: TierSetSource, auctions: readonly AuctionRequest[], { id, wanted }: ReadCommitment): Truth {
  const compiled = compile(source);
  if (!compiled.ok) throw new TypeError('Planted tiers do not compile.');
  const decision = new Decision();
  let [net, wins] = [0, 0];
  for (const request of auctions) {
    decideAuction(compiled.tierSet, request, decision);
    net += netTakenMicros(request, decision);
    if (request.bids[decision.winnerPlace]?.memberId === id) wins++;
  }
  return { net, kept: wins / (wanted * truthDays) };
}

const load = (file: object) =>
  advice.toTierSet(advice.parseTierSet(file, (problem) => new TypeError(`The tier set ${problem}.`)));

function toFile({ tiers }: TierSetSource, name: string): object {
  const ymProfile = {
    id: 1,
    code: null,
    name,
    description: null,
    publisher_ids: null,
    member_id: 1,
    last_modified: on,
  };
  return {
    ym_profile: ymProfile,
    profiles: [],
    tiers: tiers.map(({ id, priority, minPriceMicros, buyerMemberIds }) => ({
      id,
      name: `tier ${id}`,
      priority,
      member_action: 'include',
      min_price: formatMoney(minPriceMicros ?? 0),
      buyer_members: buyerMemberIds.map((buyer) => ({ id: buyer, name: `Buyer ${buyer}` })),
    })),
  };
}
