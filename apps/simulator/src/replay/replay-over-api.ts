import type { AuctionRequest, AuctionResult } from '@auction-tiers/tier-engine';
import { runAuction } from '@auction-tiers/tier-engine';
import type { ApiTarget } from '../api/api-target.ts';
import { placeOf } from '../log/auction/logged-auction.ts';
import type { LogOrder } from '../log/log-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import { Tally } from '../tally/tally.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { ApiReplay } from './api-replay.ts';
import { compileNoTiers, Replay } from './replay.ts';
import { createLatency } from './timing.ts';

/**
 * Replays a log over HTTP. `loaded`: tiers to run in this process too, to compare the answers, and whose tally is given;
 * without them the tally is that of the API's answers.
 */
export async function replayOverApi(order: LogOrder, loaded: LoadedTierSet | undefined, target: ApiTarget) {
  const here = loaded && new Replay(loaded.tierSet);
  const tally = here?.tally ?? new Tally();
  const noTiers = compileNoTiers();
  // An auction that the API loses is in no tally, with tiers or without, so that the two stay comparable.
  const onAnswer = (request: AuctionRequest, result: AuctionResult) => {
    if (here === undefined) tally.add(request, result, runAuction(noTiers, request));
  };
  const api = new ApiReplay(target, onAnswer);
  const reader = new LogReader(order);
  for await (const batch of reader) {
    for (const auction of batch) {
      const { request } = auction;
      here?.add(auction);
      const ours = loaded && runAuction(loaded.tierSet, request);
      await api.submit({ request, ours, place: placeOf(auction) });
    }
  }
  return { tally, api: await api.finish(), input: reader.report(), latency: here?.latency ?? createLatency() };
}
