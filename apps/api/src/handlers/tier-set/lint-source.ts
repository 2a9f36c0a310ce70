import { findDma } from '@auction-tiers/dma-data';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { type Finding, lint } from '@auction-tiers/tier-engine/lint';

/** What lint finds in a tier set that compiles. */
export const lintSource = (source: TierSetSource): readonly Finding[] =>
  lint(source, { countryOfDma: (dma) => findDma(dma)?.country_code });
