import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '@auction-tiers/contract';
import type { ByteAuctions } from './byte-auctions.ts';

/** A body, and who sent it. */
export interface Asked {
  readonly call: Call;
  readonly body: Uint8Array;
  readonly startedMs: number;
}

/** What a path does with a body. */
export interface HotRoute {
  readonly maxBodyBytes: number;
  /** Whether the headers ask for nothing that this path would have to think about. */
  isPlain(headers: IncomingHttpHeaders): boolean;
  /** Writes the answer from the sink's start, and gives the place behind it; undefined for a body that is not plain. */
  write(auctions: ByteAuctions, asked: Asked): number | undefined;
  /** The headers of an answer: names and values in turn. */
  headers(requestId: string, byteCount: number): string[];
}
