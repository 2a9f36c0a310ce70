import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../../shared/data/openrtb');

/** Whether the public OpenRTB samples lie beside the repository. Says so loudly where they do not. */
export const areSamplesAbsent = !existsSync(folder);
if (areSamplesAbsent) {
  console.warn(`SKIPPED: there are no OpenRTB samples in ${folder}; nothing is checked against them`);
}

export interface Sample {
  readonly name: string;
  readonly bid_request: { readonly imp: readonly { readonly id: string }[] };
  readonly bid_responses?: readonly {
    readonly seatbid: readonly { readonly seat: string; readonly bid: readonly SampleBid[] }[];
  }[];
}

interface SampleBid {
  readonly id: string;
  readonly impid: string;
}

export function readSamples(name: 'auctions' | 'requests'): readonly Sample[] {
  if (areSamplesAbsent) return [];
  const lines = readFileSync(resolve(folder, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line): Sample => JSON.parse(line));
}
