import type { AuctionRequest, AuctionResult, TierSet } from '@auction-tiers/tier-engine';
import { compile, runAuction } from '@auction-tiers/tier-engine';
import { createLogReader } from '../log/log-reader.ts';
import { readLog } from '../log/read-log.ts';
import type { BrokenLine, Report } from '../report/report.ts';
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
  /** Whether a broken line ends the replay. */
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
}

/** Runs every auction of the log with tiers and without them, in one pass, and reports what the tiers changed. */
export async function replay({ files, loaded, target, feePpm, ...reading }: ReplayOrder): Promise<Report> {
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

  const input = await readLog({
    ...reading,
    files,
    read: createLogReader({ feePpm, memberOfSeat: (seat) => toMember(seat, loaded) }),
    onAuction: (request, place) => {
      const ours = loaded && runAuction(loaded.tierSet, request);
      if (ours !== undefined) tally(request, ours);
      return api?.submit({ request, ours, place });
    },
  });
  const apiReport = (await api?.finish()) ?? null;
  const seconds = (performance.now() - startMs) / 1000;
  return toReport({ input, loaded, withTiers, withoutTiers, api: apiReport, seconds });
}

/** A seat is a buyer's id, or its name as far as the tiers name it. */
function toMember(seat: string, loaded: LoadedTierSet | undefined): number | null {
  if (/^[1-9]\d{0,14}$/.test(seat)) return Number(seat);
  return loaded?.memberOfName.get(seat.toLowerCase()) ?? null;
}

function compileNoTiers(): TierSet {
  const compiled = compile({ ymProfileId: 1, revision: 'none', tiers: [], profiles: [] });
  if (!compiled.ok) throw new TypeError('An empty tier set does not compile.');
  return compiled.tierSet;
}
