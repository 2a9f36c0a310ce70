import type { TierSetSource } from '@auction-tiers/tier-engine';
import type { Finding as EngineFinding } from '@auction-tiers/tier-engine/lint';
import { useQuery } from '@tanstack/react-query';
import type { Content, TierKey } from '../../../draft/content.ts';
import type { Finding } from './ladder-row.ts';
import { findingsByTier, lintSourceOf } from './lint-source.ts';

interface Waiting {
  readonly resolve: (findings: readonly EngineFinding[]) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let last = 0;

function startWorker(): Worker {
  const started = new Worker(new URL('./lint-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<{ number: number; findings: EngineFinding[] }>) => {
    waiting.get(data.number)?.resolve(data.findings);
    waiting.delete(data.number);
  });
  started.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(`lint has failed: ${message}`));
    waiting.clear();
    worker = undefined;
  });
  return started;
}

/** What the engine's lint finds, by a worker. */
function askLint(source: TierSetSource): Promise<readonly EngineFinding[]> {
  worker ??= startWorker();
  last += 1;
  const number = last;
  const answer = new Promise<readonly EngineFinding[]>((resolve, reject) => {
    waiting.set(number, { resolve, reject });
  });
  worker.postMessage({ number, source }, []);
  return answer;
}

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
      const asked = content === null ? null : lintSourceOf(content);
      return asked === null ? none : findingsByTier(await askLint(asked.source), asked.keys);
    },
    enabled: content !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return data ?? none;
}
