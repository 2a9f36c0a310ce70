import { hashSeed, Random } from '@auction-tiers/chance';
import { runAuctions } from './auctions.ts';
import { runReader } from './reader.ts';
import type { Traffic } from './traffic.ts';
import { runImporter, runWriter } from './writer.ts';

const [writerCount, readerCount] = [3, 2];

/** Starts all traffic. `name`: the prefix of its tiers' codes, and the random seed; `rate`: auctions per second. */
export function startTraffic(traffic: Traffic, name: string, rate: number): void {
  let count = 0;
  const random = () => new Random(hashSeed(name), ++count);
  traffic.start(() => [
    ...Array.from({ length: writerCount }, (_, index) => runWriter(traffic, `${name}-w${index}`, random())),
    ...traffic.sellers.map((seller) => runImporter(traffic, seller, random())),
    ...Array.from({ length: readerCount }, () => runReader(traffic, random())),
    runAuctions(traffic, rate),
  ]);
}
