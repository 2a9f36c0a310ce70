import type { Ledger } from '../tally/tally.ts';
import { createLatency } from '../replay/timing.ts';
import type { ShareResult } from './share.ts';
import { PartGathering } from './part-gathering.ts';

/** Puts together what comes of replaying the parts of a log, which come in any order. */
export class Gathering extends PartGathering {
  readonly ledger: Ledger;
  readonly latency = createLatency();

  constructor(ledger: Ledger) {
    super();
    this.ledger = ledger;
  }

  merge({ ledger, latency }: ShareResult): void {
    this.ledger.merge(ledger);
    this.latency.merge(latency);
  }
}
