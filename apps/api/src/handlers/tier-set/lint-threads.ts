import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { findDma } from '@auction-tiers/dma-data';
import type { Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { Comparisons, type Finding, lint } from '@auction-tiers/tier-engine/lint';
import { inSlices } from '../../slice/slice.ts';

/** Up to this many tiers are linted at once: a few milliseconds of work, less than a thread takes to start. */
const mostAtOnce = 300;
/** Unless they take more comparisons than this, of 0.1 to 0.4 µs each. */
const mostComparedAtOnce = 20_000;
/** Tiers that are copied to the thread in one step. */
const tiersPerMessage = 200;

/** What the thread is sent: the tiers of a set, in parts, and then the rest of it. */
export type ToLintThread =
  | { readonly kind: 'tiers'; readonly tiers: readonly Tier[] }
  | { readonly kind: 'rest'; readonly source: Omit<TierSetSource, 'tiers'> };

export interface FromLintThread {
  readonly findings: readonly Finding[];
}

/** What lint finds in a tier set that compiles. */
export const lintSource = (source: TierSetSource, comparisons = new Comparisons()): readonly Finding[] =>
  lint(source, { countryOfDma: (dma) => findDma(dma)?.country_code, comparisons });

let worker: Worker | undefined;
/** The sets that were sent before: they are linted one after the other. */
let before: Promise<unknown> = Promise.resolve();

/** What lint finds in a tier set that compiles: of a large one in a thread, because it takes a tenth of a second. */
export function findInThread(source: TierSetSource): Promise<readonly Finding[]> {
  if (source.tiers.length <= mostAtOnce) {
    const comparisons = new Comparisons(mostComparedAtOnce);
    const atOnce = lintSource(source, comparisons);
    if (!comparisons.isCutShort) return Promise.resolve(atOnce);
  }
  const found = before.then(() => askThread(source));
  before = found.catch(() => undefined);
  return found;
}

async function askThread(source: TierSetSource): Promise<readonly Finding[]> {
  const thread = (worker ??= startThread());
  const answered = once(thread, 'message') as Promise<[FromLintThread]>;
  // It is awaited only once all parts are sent.
  answered.catch(() => undefined);
  await inSlices(send(thread, source));
  const [{ findings }] = await answered;
  return findings;
}

function startThread(): Worker {
  const started = new Worker(new URL(`./lint-thread${extname(import.meta.url)}`, import.meta.url));
  started.unref();
  // Whoever waits for an answer is told by `once`; the next one starts another thread.
  started.on('error', () => (worker = undefined));
  return started;
}

function* send(thread: Worker, { tiers, ...rest }: TierSetSource): Generator<undefined, void, undefined> {
  for (let start = 0; start < tiers.length; start += tiersPerMessage) {
    const message: ToLintThread = { kind: 'tiers', tiers: tiers.slice(start, start + tiersPerMessage) };
    thread.postMessage(message, []);
    yield;
  }
  const message: ToLintThread = { kind: 'rest', source: rest };
  thread.postMessage(message, []);
}
