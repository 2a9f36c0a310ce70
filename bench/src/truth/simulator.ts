import type { Reason, Warning } from '@auction-tiers/contract/compare-report';
import type { TierSetFile } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest, TierSet } from '@auction-tiers/tier-engine';

interface MoneyInterval {
  readonly low: string;
  readonly high: string;
}

/** A tier set that was read from a file. */
export interface LoadedTiers {
  readonly tierSet: TierSet;
}

/** A promise of a buyer's wins a day. */
export interface Promised {
  readonly subject: 'buyer';
  readonly id: number;
  readonly bound: 'at_least';
  readonly figure: 'wins';
  readonly wanted: number;
}

interface CompareOrder {
  readonly current: LoadedTiers;
  readonly draft: LoadedTiers;
  readonly seed: string;
  readonly isWithoutUnits: boolean;
  readonly tries: number;
  readonly commitments?: readonly Promised[];
}

interface AdviceOrder {
  readonly loaded: LoadedTiers;
  readonly seed: string;
  readonly commitments: readonly Promised[];
  readonly isWithoutUnits: boolean;
}

/** A proposal of advice. */
export interface Proposal {
  readonly state: 'certified' | 'unresolved' | 'dominated';
  readonly draft: TierSetFile;
  readonly gain: string;
  readonly bound: { readonly at_most: string | null };
}

/** The used part of the simulator; the schemas of its reports have the whole of each. */
interface Simulator {
  readonly judgeAuctions: (
    auctions: Iterable<object>,
    order: CompareOrder,
  ) => {
    readonly net_to_seller: { readonly interval: MoneyInterval | null };
    readonly verdict: { readonly decision: string; readonly reasons: readonly Reason[] };
    readonly support: { readonly warnings: readonly Warning[] };
  };
  readonly adviseAuctions: (
    auctions: readonly object[],
    order: AdviceOrder,
  ) => Promise<{ readonly proposals: readonly Proposal[] }>;
  readonly parseTierSet: (value: unknown, refuse: (problem: string) => Error) => object;
  readonly toLoggedAuction: (request: AuctionRequest, line: number, unit?: string) => object;
  readonly toTierSet: (parsed: object) => LoadedTiers;
}

// No package imports an app, so the simulator's parts are loaded from its files, as its command does.
const simulator = new URL('../../../apps/simulator/src/index.ts', import.meta.url);
const { adviseAuctions, judgeAuctions, parseTierSet, toLoggedAuction, toTierSet } = (await import(
  simulator.href
)) as Simulator;

export { adviseAuctions, judgeAuctions, toLoggedAuction };

/** The tiers of a tier set file. */
export const tierSetOf = (file: object): LoadedTiers =>
  toTierSet(parseTierSet(file, (problem) => new TypeError(`The tier set ${problem}.`)));
