import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { findDma } from '@auction-tiers/dma-data';
import type { Finding, LintOptions } from '@auction-tiers/tier-engine/lint';
import { lint } from '@auction-tiers/tier-engine/lint';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { BuyerBids } from '../measuring/buyer-bids.ts';

/** Findings of lint on the draft, and which of them are new. */
export function toLintSection(
  current: LoadedTierSet,
  draft: LoadedTierSet,
  buyerBids: BuyerBids,
): CompareReport['lint'] {
  const options: LintOptions = {
    countryOfDma: (dma) => findDma(dma)?.country_code,
    highestNetMicrosByBuyer: buyerBids.highestNetMicros(),
  };
  const before = new Set(lint(current.source, options).map(identityOf));
  const findings = lint(draft.source, options);
  const after = new Set(findings.map(identityOf));
  return {
    findings: findings.map(({ code, severity, tierIds, message, advice }) => ({
      code,
      severity,
      tier_ids: [...tierIds],
      message,
      advice,
      is_new: !before.has(identityOf({ code, tierIds })),
    })),
    resolved: [...before].filter((finding) => !after.has(finding)).length,
  };
}

/** Findings with the same code and tiers are the same, even if their messages have other prices. */
function identityOf({ code, tierIds }: Pick<Finding, 'code' | 'tierIds'>): string {
  return `${code} ${tierIds.join()}`;
}
