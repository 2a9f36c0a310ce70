import type { TierSetSource } from '@auction-tiers/tier-engine';
import type { Finding } from '@auction-tiers/tier-engine/lint';

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
export function askLint(source: TierSetSource): Promise<readonly Finding[]> {
  worker ??= startWorker();
  last += 1;
  const number = last;
  const answer = new Promise<readonly Finding[]>((resolve, reject) => {
    waiting.set(number, { resolve, reject });
  });
  worker.postMessage({ number, source }, []);
  return answer;
}
