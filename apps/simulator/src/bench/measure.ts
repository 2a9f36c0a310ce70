import { getHeapStatistics } from 'node:v8';
import type { AuctionRequest, TierSetSource } from '@auction-tiers/tier-engine';
import { compile } from '@auction-tiers/tier-engine';
import { selectTiersLinear } from '@auction-tiers/tier-engine/linear';
import { exitCode, Failure, wrongUsage } from '../cli/failure.ts';
import type { BenchRow, BenchSize } from '../schema/bench-report.ts';
import { benchNames } from '../schema/bench-report.ts';
import { createMatchers, type Matcher, readingOf } from './matchers.ts';

/** The first round warms up. */
const rounds = 7;
const [turnMs, freeRunMs] = [40, 100];
/** Auctions between two looks at the clock. */
const auctionsPerLook = 64;
/** Most comparisons of a bid with a tier by which the linear matcher finds the right answers. */
const mostComparisons = 200_000_000;
const fewestAuctions = 8;
const compilations = 3;

/** An auction, and the id of the tier of each bid as the linear matcher finds it; 0 for none. */
interface Known {
  readonly request: AuctionRequest;
  /** The auction with its first bid only. */
  readonly ofOneBid: AuctionRequest;
  readonly tierIds: readonly number[];
}

/** Measures all programs over a tier set, in turns. Throws a `Failure` when two answers differ. */
export function measureSize(source: TierSetSource, auctions: readonly AuctionRequest[], isOwn: boolean): BenchSize {
  const compileMs: number[] = [];
  const compileOnce = () => {
    const startMs = performance.now();
    const compiled = compile(source);
    compileMs.push(performance.now() - startMs);
    if (!compiled.ok) throw wrongUsage(`The tiers do not compile: ${JSON.stringify(compiled.issues[0])}.`);
    return compiled.tierSet;
  };
  const tierSet = Array.from({ length: compilations }, compileOnce)[0]!;
  const known = knowAnswers(source, auctions);
  const matchers = createMatchers(source, tierSet).map((matcher) => ({ matcher, samples: [] as Sample[], next: 0 }));
  for (let round = 0; round < rounds; round++) {
    // Every second round runs backwards, so that no matcher always runs after the same neighbour.
    for (const turn of round % 2 === 0 ? matchers : matchers.toReversed()) {
      const samples = takeTurn(turn.matcher, known, turn.next);
      turn.next += samples.length;
      if (round > 0) turn.samples = turn.samples.concat(samples);
    }
  }
  const rows = matchers.map(({ matcher, samples }) => toRow(matcher, samples, known));
  const tiers = source.tiers.length;
  return { tiers, is_own: isOwn, auctions: known.length, compile_ms: Math.min(...compileMs), rows };
}

export function knowAnswers(source: TierSetSource, auctions: readonly AuctionRequest[]): readonly Known[] {
  const known: Known[] = [];
  let comparisons = 0;
  for (const request of auctions) {
    if (known.length >= fewestAuctions && comparisons > mostComparisons) break;
    comparisons += request.bids.length * source.tiers.length;
    const out = new Int32Array(request.bids.length);
    selectTiersLinear(source, request, out);
    const ofOneBid = { ...request, bids: request.bids.slice(0, 1) };
    known.push({ request, ofOneBid, tierIds: Array.from(out, (index) => source.tiers[index]?.id ?? 0) });
  }
  return known;
}

/** One timed auction. */
interface Sample {
  readonly ns: number;
  readonly bids: number;
}

/** Runs auctions one after the other for `turnMs`, from an index on. Checks all answers outside the timed section. */
export function takeTurn({ name, run, answer, isForOneBid }: Matcher, known: readonly Known[], from: number): Sample[] {
  const samples: Sample[] = [];
  const endMs = performance.now() + turnMs;
  for (let at = from; at === from || performance.now() < endMs; at++) {
    const { tierIds, ...auction } = known[at % known.length]!;
    const request = isForOneBid === true ? auction.ofOneBid : auction.request;
    const startMs = performance.now();
    run(request);
    samples.push({ ns: (performance.now() - startMs) * 1e6, bids: request.bids.length });
    for (const [index, bid] of request.bids.entries()) {
      const wanted = name === benchNames.limit ? readingOf(bid) : tierIds[index];
      const found = answer(index);
      if (found === wanted) continue;
      const where = `bid ${index + 1} of the auction with seed ${JSON.stringify(request.seed)}`;
      throw new Failure(exitCode.found, `${name} answers ${found} to ${where}, and the linear matcher ${wanted}.`);
    }
  }
  return samples;
}

function toRow(matcher: Matcher, samples: readonly Sample[], known: readonly Known[]): BenchRow {
  const perBid = Float64Array.from(samples, ({ ns, bids }) => ns / bids).toSorted();
  return {
    name: matcher.name,
    median_ns: perBid[perBid.length >> 1]!,
    p99_ns: perBid[Math.floor(0.99 * (perBid.length - 1))]!,
    ...runFreely(matcher, known),
    checked_bids: samples.reduce((sum, { bids }) => sum + bids, 0),
  };
}

const allocated = () => getHeapStatistics().total_allocated_bytes;

/** Runs auctions without checks between them: bids per second of the thread's processor time, and bytes allocated. */
function runFreely({ run, isForOneBid }: Matcher, known: readonly Known[]) {
  const requests = known.map(({ request, ofOneBid }) => (isForOneBid === true ? ofOneBid : request));
  const counting = -allocated() + allocated();
  const endMs = performance.now() + freeRunMs;
  const cpu = process.threadCpuUsage();
  const before = allocated();
  let [at, bids] = [0, 0];
  do {
    const request = requests[at++ % requests.length]!;
    run(request);
    bids += request.bids.length;
  } while (at % Math.min(auctionsPerLook, requests.length) !== 0 || performance.now() < endMs);
  const bytes = Math.max(0, allocated() - before - counting);
  const { user, system } = process.threadCpuUsage(cpu);
  return { bids_a_second: (bids * 1e6) / Math.max(1, user + system), bytes_a_bid: bytes / bids };
}
