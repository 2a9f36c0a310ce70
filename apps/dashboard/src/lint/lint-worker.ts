import { findDma } from '@auction-tiers/dma-data';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { lint } from '@auction-tiers/tier-engine/lint';

/** A tier set for lint; its number comes back with the findings. */
export interface LintRequest {
  readonly number: number;
  readonly source: TierSetSource;
}

const countryOfDma = (dma: number) => findDma(dma)?.country_code;

// Lint of 10,000 tiers takes 150 to 1,100 ms, which would hold up the page.
addEventListener('message', ({ data }: MessageEvent<LintRequest>) => {
  postMessage({ number: data.number, findings: lint(data.source, { countryOfDma }) });
});
