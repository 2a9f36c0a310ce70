import { findDma } from '@auction-tiers/dma-data';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { Comparisons, type Finding, lint } from '@auction-tiers/tier-engine/lint';
import { Thread } from '../../loop/thread.ts';

/** Up to this many tiers are linted at once: a few milliseconds of work, less than a thread takes to start. */
const mostAtOnce = 300;
/** Unless they take more comparisons than this, of 0.1 to 0.4 µs each. */
const mostComparedAtOnce = 20_000;

/** What lint finds in a tier set that compiles. */
export const lintSource = (source: TierSetSource, comparisons = new Comparisons()): readonly Finding[] =>
  lint(source, { countryOfDma: (dma) => findDma(dma)?.country_code, comparisons });

const thread = new Thread<TierSetSource, readonly Finding[]>('./lint-thread', import.meta.url);

/** What lint finds in a tier set that compiles: of a large one in a thread, because it takes a tenth of a second. */
export async function findInThread(source: TierSetSource): Promise<readonly Finding[]> {
  if (source.tiers.length <= mostAtOnce) {
    const comparisons = new Comparisons(mostComparedAtOnce);
    const atOnce = lintSource(source, comparisons);
    if (!comparisons.isCutShort) return atOnce;
  }
  return thread.ask(source);
}
