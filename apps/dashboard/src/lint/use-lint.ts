import type { TierSetSource } from '@auction-tiers/tier-engine';
import type { Finding } from '@auction-tiers/tier-engine/lint';
import { useQuery } from '@tanstack/react-query';
import type { Lists, TierKey } from '../draft/content.ts';
import { engineSourceOf } from '../draft/engine-source.ts';
import { findingWords, namesIn } from '../saying/finding-words.ts';

interface Waiting {
  readonly resolve: (findings: readonly Finding[]) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let last = 0;

function startWorker(): Worker {
  const started = new Worker(new URL('./lint-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<{ number: number; findings: Finding[] }>) => {
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

/** What the engine's lint finds in a tier set, by a worker that all rooms share. Rejects where lint fails. */
function askLint(source: TierSetSource): Promise<readonly Finding[]> {
  worker ??= startWorker();
  last += 1;
  const number = last;
  const answer = new Promise<readonly Finding[]>((resolve, reject) => {
    waiting.set(number, { resolve, reject });
  });
  worker.postMessage({ number, source }, []);
  return answer;
}

/** What lint finds in tiers, in words, with the keys of the tiers that it is about. */
export interface Found extends Finding {
  readonly keys: readonly TierKey[];
}

async function lintOf(lists: Lists): Promise<readonly Found[]> {
  const profileIds = new Set(lists.profiles.map(({ id }) => id));
  // Lint cannot run where a tier names a profile that is not there.
  if (lists.tiers.some(({ profile_id: id }) => id !== null && !profileIds.has(id))) return [];
  const { source, tiers } = engineSourceOf(lists, 0, '');
  const nameOf = namesIn([
    { tiers: Array.from(tiers, ([id, { tier }]) => ({ ...tier, id })), profiles: lists.profiles },
  ]);
  const findings = await askLint(source);
  return findings.map((one) => ({
    ...findingWords(one, nameOf),
    keys: one.tierIds.flatMap((id) => tiers.get(id)?.key ?? []),
  }));
}

/** A number for each content that was seen: dates have whole seconds, in which a draft may change twice. */
const versions = new WeakMap<Lists, number>();
let lastVersion = 0;

function versionOf(lists: Lists): number {
  const version = versions.get(lists) ?? (lastVersion += 1);
  versions.set(lists, version);
  return version;
}

/** What lint says of live or drafted tiers; null: of none. */
export function useLint(lists: Lists | null) {
  return useQuery({
    queryKey: ['lint', lists === null ? 0 : versionOf(lists)],
    async queryFn() {
      // Draws the rows first.
      await new Promise((resolve) => setTimeout(resolve));
      return lintOf(lists!);
    },
    enabled: lists !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
