import { hashSeed, Random } from '@auction-tiers/chance';
import { type AuctionRequest, Decision, decideAuction, formatMoney, type TierSet } from '@auction-tiers/tier-engine';
import { type LoadedTiers, type Promised, tierSetOf } from './simulator.ts';

/** How the buyers of a market differ from day to day; gives the factor of a buyer's bids on a day. */
type Habit = (seed: string) => (buyer: number, day: number) => number;

/** A kind of market. */
export interface MarketKind {
  readonly name: string;
  readonly auctionsADay: number;
  readonly habit: Habit;
  /** All buyers stand in one tier without a minimum, so that hardly anything can be gained. */
  readonly isNearlyBest: boolean;
}

/** Tiers over a market whose auctions can be drawn without end, and what was promised of them. */
export interface Market {
  readonly loaded: LoadedTiers;
  readonly promised: Promised;
  readonly auctionsOn: (day: number) => readonly AuctionRequest[];
}

const buyerIds = [21, 22, 23, 24, 25, 26, 27];
const [placements, weekDays, firstWeekendDay] = [4, 7, 5];
const [dayMs, hourMs, hoursOfDay] = [86_400_000, 3_600_000, 24];
/** A Monday. */
const startMs = Date.UTC(2026, 8, 7);
/** The spread of prices by their logarithm, in an auction and from day to day. */
const [spread, daySpread] = [0.6, 0.25];
const persistence = 0.8;
/** Days of its own on which a promise is set to a part of what its buyer wins. */
const [promiseDays, promisedPart] = [14, 0.8];
const centMicros = 10_000;

const even: Habit = () => () => 1;
const byDay: Habit = (seed) => (buyer, day) =>
  Math.exp(daySpread * new Random(hashSeed(`${seed}/day ${day}`), buyer + 1).normal());

/** Days that carry on: AR(1) by buyer. */
function persistent(seed: string): (buyer: number, day: number) => number {
  const levels = buyerIds.map((): number[] => []);
  return (buyer, day) => {
    const of = levels[buyer]!;
    while (of.length <= day) {
      const drawn = new Random(hashSeed(`${seed}/walk ${of.length}`), buyer + 1).normal();
      of.push(of.length === 0 ? drawn : persistence * of.at(-1)! + Math.sqrt(1 - persistence ** 2) * drawn);
    }
    return Math.exp(daySpread * of[day]!);
  };
}

/** On weekends the halves of the buyers change their levels: who is dear on weekdays is cheap then. */
const opposite: Habit = () => (buyer, day) => {
  const isDear = buyer % 2 === (day % weekDays >= firstWeekendDay ? 0 : 1);
  return isDear ? 1.3 : 1 / 1.3;
};

const kindOf = (name: string, habit: Habit, more: Partial<MarketKind> = {}): MarketKind => ({
  name,
  habit,
  auctionsADay: 150,
  isNearlyBest: false,
  ...more,
});

export const marketKinds: readonly MarketKind[] = [
  kindOf('plain', even),
  kindOf("buyers' days", byDay),
  kindOf('persistent days', persistent),
  kindOf('weekends opposite', opposite),
  kindOf('small', even, { auctionsADay: 40 }),
  kindOf('nearly best already', even, { isNearlyBest: true }),
];

/** The figures of tiers over some days: net CPM micros, and the wins of the promised buyer on each day. */
export interface DayFigures {
  readonly net: number;
  readonly wins: readonly number[];
}

/** What tiers bring on days of a market, decided auction by auction. */
export function decideDays(tierSet: TierSet, days: readonly (readonly AuctionRequest[])[], buyer: number): DayFigures {
  const decision = new Decision();
  let net = 0;
  const wins = days.map((auctions) => {
    let won = 0;
    for (const request of auctions) {
      decideAuction(tierSet, request, decision);
      net += decision.clearingMicros;
      if (decision.winnerIndex >= 0 && request.bids[decision.winnerIndex]!.memberId === buyer) won++;
    }
    return won;
  });
  return { net, wins };
}

/** A market of a kind: three tiers drawn over seven buyers, and a promise that they keep. */
export function drawMarket(kind: MarketKind, seed: string): Market {
  const random = new Random(hashSeed(seed), 1);
  const values = buyerIds.map(() => 0.6 + 2.4 * random.fraction());
  const levelOf = kind.habit(seed);
  const auctionsOn = (day: number): readonly AuctionRequest[] =>
    Array.from({ length: kind.auctionsADay }, (_, at) => {
      const drawn = new Random(hashSeed(`${seed}/${day}`), at + 1);
      return {
        auctionType: 1,
        bidFloorMicros: 0,
        feePpm: 0,
        seed: `${seed}/${day}/${at}`,
        timeMs: startMs + day * dayMs + (at % hoursOfDay) * hourMs,
        impression: { placementId: 1 + (at % placements) },
        bids: buyerIds.map((memberId, buyer) => ({
          id: `${buyer}`,
          memberId,
          grossMicros: Math.max(
            1,
            Math.round(1e6 * values[buyer]! * levelOf(buyer, day) * Math.exp(spread * drawn.normal())),
          ),
        })),
      };
    });
  const loaded = tierSetOf(fileOf(seed, drawTiers(kind, random)));
  const promisedTo = loaded.tierSet.tiers[0]!.buyerMemberIds[0]!;
  const ownDays = Array.from({ length: promiseDays }, (_, at) => auctionsOn(1000 + at));
  const { wins } = decideDays(loaded.tierSet, ownDays, promisedTo);
  const mean = wins.reduce((sum, one) => sum + one, 0) / promiseDays;
  const promised = {
    subject: 'buyer',
    id: promisedTo,
    bound: 'at_least',
    figure: 'wins',
    wanted: Math.floor(promisedPart * mean),
  } as const;
  return { loaded, promised, auctionsOn };
}

interface DrawnTier {
  readonly priority: number;
  readonly minimumMicros: number;
  readonly buyers: readonly number[];
}

function drawTiers({ isNearlyBest }: MarketKind, random: Random): readonly DrawnTier[] {
  if (isNearlyBest) return [{ priority: 5, minimumMicros: 0, buyers: buyerIds }];
  return Array.from({ length: 3 }, (_, at) => {
    const buyers = buyerIds.filter(() => random.fraction() < 0.35);
    return {
      priority: 1 + random.below(9),
      minimumMicros: random.below(120) * centMicros,
      buyers: buyers.length === 0 ? [buyerIds[at]!] : buyers,
    };
  });
}

const fileOf = (name: string, tiers: readonly DrawnTier[]) => ({
  ym_profile: { id: 1, name },
  revision: '2026-09-01 00:00:00',
  profiles: [],
  tiers: tiers.map(({ priority, minimumMicros, buyers }, at) => ({
    id: at + 1,
    name: `Tier ${at + 1}`,
    priority,
    member_action: 'include',
    min_price: formatMoney(minimumMicros),
    ym_profile_id: 1,
    buyer_members: buyers.map((id) => ({ id, name: `Buyer ${id}` })),
  })),
});
