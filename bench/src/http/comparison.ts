import type { Latencies } from '@auction-tiers/http-load';
import { mergeLatencies } from '@auction-tiers/http-load';
import { median, turnOrder } from '../measure/rounds.ts';
import type { Contestant } from './contestant.ts';
import type { HttpRow, HttpSide, Turn } from './figures.ts';

/** The service and what it is compared with. */
export interface Pair {
  readonly name: string;
  readonly unit: HttpRow['unit'];
  readonly wanted: number;
  /** Turns of each side in a round; usually 1. */
  readonly turnsPerRound?: number;
  readonly service: Contestant;
  readonly bare: Contestant;
}

interface Record {
  readonly turns: Turn[];
  readonly latencies: Latencies[];
}

/**
 * Measures both sides, in turns: first their capacity, then their latencies at half of the slower side's capacity. A round
 * without figures warms both up.
 */
export async function measurePair(pair: Pair, rounds: number): Promise<HttpRow> {
  const { name, unit, wanted, service, bare, turnsPerRound = 1 } = pair;
  const sides = [service, bare];
  const records = new Map<Contestant, Record>(sides.map((side) => [side, { turns: [], latencies: [] }]));
  for (const side of sides) await side.turn();
  for (let round = 0; round < rounds * turnsPerRound; round++) {
    for (const side of turnOrder(sides, round)) records.get(side)!.turns.push(await side.turn());
  }
  const capacity = Math.min(...sides.map((side) => median(records.get(side)!.turns.map(({ perSecond }) => perSecond))));
  const latencyRate = capacity / 2;
  for (let round = 0; round < rounds; round++) {
    for (const side of turnOrder(sides, round)) {
      const latencies = await side.latencies?.(latencyRate);
      if (latencies !== undefined) records.get(side)!.latencies.push(latencies);
    }
  }
  // The bare side first: what the service has done may depend on it.
  for (const side of [bare, service]) await side.verify();
  const toSide = (side: Contestant) => describe(side.name, records.get(side)!);
  return { name, unit, wanted, service: toSide(service), bare: toSide(bare), latencyRate };
}

function describe(name: string, { turns, latencies }: Record): HttpSide {
  if (latencies.length === 0) return { name, turns, latencyMs: null, histogram: null };
  const merged = mergeLatencies(latencies);
  const latencyMs = {
    p50: merged.atPercentile(50),
    p99: merged.atPercentile(99),
    p99_9: merged.atPercentile(99.9),
  };
  return { name, turns, latencyMs, histogram: merged.encode() };
}
