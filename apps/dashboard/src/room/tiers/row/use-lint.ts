import { useQuery } from '@tanstack/react-query';
import type { Content, TierKey } from '../../../draft/content.ts';
import { askLint } from '../../../lint/ask-lint.ts';
import type { Finding } from './ladder-row.ts';
import { findingsByTier, lintSourceOf } from './lint-source.ts';

/** A number for each content that was seen: dates have whole seconds, in which a draft may change twice. */
const versions = new WeakMap<Content, number>();

function versionOf(content: Content): number {
  const version = versions.get(content) ?? (lastVersion += 1);
  versions.set(content, version);
  return version;
}
let lastVersion = 0;

const none: ReadonlyMap<TierKey, readonly Finding[]> = new Map();

/** What lint says of each tier of a content. Empty until it is known. */
export function useLint(content: Content | null): ReadonlyMap<TierKey, readonly Finding[]> {
  const { data } = useQuery({
    queryKey: ['lint', content === null ? 0 : versionOf(content)],
    queryFn: async () => {
      // Draws the rows first.
      await new Promise((resolve) => setTimeout(resolve));
      const asked = content === null ? null : lintSourceOf(content);
      return asked === null ? none : findingsByTier(await askLint(asked.source), asked);
    },
    enabled: content !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return data ?? none;
}
