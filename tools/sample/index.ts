import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type SampleFile = 'auctions' | 'requests';

/** A public bid request, and the responses to it in `auctions`. */
export interface Sample {
  readonly name: string;
  readonly bid_request: {
    readonly at?: number;
    readonly imp: readonly { readonly id: string; readonly bidfloor?: number }[];
  };
  readonly bid_responses?: readonly {
    readonly seatbid: readonly { readonly seat: string; readonly bid: readonly SampleBid[] }[];
  }[];
}

interface SampleBid {
  readonly id: string;
  readonly impid: string;
  readonly price: number;
  readonly dealid?: string;
}

export const samplePath = (name: SampleFile): string => join(import.meta.dirname, `${name}.jsonl`);

export const readSamples = (name: SampleFile): readonly Sample[] =>
  readFileSync(samplePath(name), 'utf8')
    .trim()
    .split('\n')
    .map((line): Sample => JSON.parse(line));
