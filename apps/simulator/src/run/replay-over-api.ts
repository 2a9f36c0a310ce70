import type { AuctionRequest, AuctionResult } from '@auction-tiers/tier-engine';
import { runAuction } from '@auction-tiers/tier-engine';
import { Ledger } from '../tally/tally.ts';
import { placeOf } from '../log/auction/logged-auction.ts';
import type { LogOrder } from '../log/log-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { ApiReplay } from '../replay/api-replay.ts';
import type { ApiTarget } from '../api/api-target.ts';
import { AuctionReplay, compileNoTiers } from '../replay/auction-replay.ts';
import { createLatency } from '../replay/timing.ts';
import type { Outcome } from './outcome.ts';

export interface ApiOrder {
  readonly reading: LogOrder;
  /** Run in this process too, to compare; undefined: the API's tiers are the only ones. */
  readonly loaded: LoadedTierSet | undefined;
  readonly target: ApiTarget;
  /** Hears how many bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
}

/** Replays a log over HTTP. The ledger is of the tiers of this process; where there are none, of the API's answers. */
export async function replayOverApi({ reading, loaded, target, onBytes }: ApiOrder): Promise<Outcome> {
  const here = loaded && new AuctionReplay(loaded.tierSet);
  const ledger = here?.ledger ?? new Ledger();
  const noTiers = compileNoTiers();
  // An auction that the API loses is in no ledger, with tiers or without, so that the two stay comparable.
  const onAnswer = (request: AuctionRequest, result: AuctionResult) => {
    if (here === undefined) ledger.add(request, result, runAuction(noTiers, request));
  };
  const api = new ApiReplay(target, onAnswer);
  const reader = new LogReader(reading);
  let told = 0;
  for await (const batch of reader) {
    for (const auction of batch) {
      const { request } = auction;
      here?.run(request);
      const ours = loaded && runAuction(loaded.tierSet, request);
      await api.submit({ request, ours, place: placeOf(auction) });
    }
    onBytes(reader.bytesRead - told);
    told = reader.bytesRead;
  }
  return { ledger, api: await api.finish(), input: reader.report(), latency: here?.latency ?? createLatency() };
}
