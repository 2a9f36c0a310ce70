import type { AuctionRequest, AuctionResult, TierSet } from '@auction-tiers/tier-engine';
import { compile, runAuction } from '@auction-tiers/tier-engine';
import type { BrokenLine } from '../log/input-report.ts';
import { placeOf } from '../log/logged-auction.ts';
import { LogReader } from '../log/log-reader.ts';
import { wholeParts } from '../log/part.ts';
import { createSeatBook } from '../log/seat-book.ts';
import { findSource } from '../log/source.ts';
import type { Report } from '../report/report.ts';
import { toReport } from '../report/report.ts';
import { Tally } from '../report/tally.ts';
import type { LoadedTierSet } from '../tier-set-file.ts';
import { ApiReplay } from './api-replay.ts';
import type { ApiTarget } from './api-target.ts';

/** Which log to replay against what. */
export interface ReplayOrder {
  readonly files: readonly string[];
  /** Run in this process; undefined: the API's tiers are the only ones. */
  readonly loaded: LoadedTierSet | undefined;
  readonly target: ApiTarget | undefined;
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** What the seat file says. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** Whether a broken line ends the replay. */
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
}

/** Runs every auction of the log with tiers and without them, in one pass, and reports what the tiers changed. */
export async function replay({
  files,
  loaded,
  target,
  feePpm,
  mapped = new Map(),
  ...reading
}: ReplayOrder): Promise<Report> {
  const startMs = performance.now();
  const withTiers = new Tally();
  const withoutTiers = new Tally();
  const noTiers = compileNoTiers();
  const tally = (request: AuctionRequest, result: AuctionResult): void => {
    withTiers.add(request, result);
    withoutTiers.add(request, runAuction(noTiers, request));
  };
  // An auction that the API loses is in neither tally, so that the two stay comparable.
  const api = target && new ApiReplay(target, loaded === undefined ? tally : () => {});

  const sources = await Promise.all(files.map(findSource));
  const seats = createSeatBook({ mapped, memberOfName: loaded?.memberOfName ?? new Map() });
  const reader = new LogReader({ ...reading, parts: wholeParts(sources), feePpm, seats });
  for await (const batch of reader) {
    for (const auction of batch) {
      const { request } = auction;
      const ours = loaded && runAuction(loaded.tierSet, request);
      if (ours !== undefined) tally(request, ours);
      await api?.submit({ request, ours, place: placeOf(auction) });
    }
  }
  const apiReport = (await api?.finish()) ?? null;
  const seconds = (performance.now() - startMs) / 1000;
  return toReport({ input: reader.report(), loaded, withTiers, withoutTiers, api: apiReport, seconds });
}

function compileNoTiers(): TierSet {
  const compiled = compile({ ymProfileId: 1, revision: 'none', tiers: [], profiles: [] });
  if (!compiled.ok) throw new TypeError('An empty tier set does not compile.');
  return compiled.tierSet;
}
