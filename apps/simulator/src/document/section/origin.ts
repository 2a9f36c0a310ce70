import type { TierSetSection } from '@auction-tiers/contract/compare-report';
import { code, type Fact, file } from '@auction-tiers/report-document';

/** The file that tiers were read from, with its hash. Empty for tiers that were not read from a file. */
export function originOf(term: string, { file: path, sha256 }: Pick<TierSetSection, 'file' | 'sha256'>): Fact[] {
  if (path === null) return [];
  return [
    [`${term}: file`, file(path)],
    [`${term}: SHA-256`, code(sha256)],
  ];
}
