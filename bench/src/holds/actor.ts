import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { toIdleCommand } from '@auction-tiers/tools/awake';
import type { Asked } from '../http/ask.ts';
import { WrongAnswer } from '../suite/suite.ts';
import type { BatchEffort } from './act.ts';

const program = fileURLToPath(new URL('actor-process.ts', import.meta.url));

/** What there is to do, as which seller. */
export interface Acting extends Asked {
  readonly redisUrl: string;
  /** Tiers of an import. */
  readonly imported: number;
  /** All tiers of the seller, with those of an import. */
  readonly tiers: number;
  /** One with as many tiers as an import, for batches. */
  readonly ymProfileId: number;
  readonly effort: BatchEffort;
  /** How often lists and batches are asked for, one after the other. */
  readonly times: number;
  /** How long nothing else than the honest caller is at work. */
  readonly idleMs: number;
}

/** `check`: whether the answers of the last act are right; `empty`: removes the tiers that the import has added. */
export type Step = { readonly act: string } | 'check' | 'empty';
/** What the process tells: once, the acts that there are, in the order in which they have to be run; then of each step. */
export type Told = { readonly acts: readonly string[] } | { readonly wrong?: string };

/**
 * Does the large things that the service is measured during, in a process that runs only where no other would: the client
 * of a real service has a machine of its own, and this one would take the processors from the service. With a lower
 * priority alone the thread of the service still waited for 10 to 20 ms at a time while the client's threads parsed,
 * decompressed and collected garbage.
 */
export class Actor {
  /** In the order in which they have to be run. */
  readonly acts: readonly string[];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, acts: readonly string[]) {
    this.#child = child;
    this.acts = acts;
  }

  static async start(acting: Acting): Promise<Actor> {
    const command = [process.execPath, ...process.execArgv, program] as const;
    const [file, ...args] = toIdleCommand(command) ?? command;
    const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.send(acting);
    const { acts } = (await nextMessage(child)) as { readonly acts: readonly string[] };
    return new Actor(child, acts);
  }

  /** Resolves when it is done. Throws a `WrongAnswer` where an answer is wrong. */
  async do(step: Step): Promise<void> {
    const told = nextMessage(this.#child);
    this.#child.send(step);
    const { wrong } = (await told) as { readonly wrong?: string };
    if (wrong !== undefined) throw new WrongAnswer(wrong);
  }

  async stop(): Promise<void> {
    if (!this.#child.connected) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

async function nextMessage(child: ChildProcess): Promise<Told> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('the process that asks the service for large things has ended');
    });
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Told];
    return message;
  } finally {
    over.abort();
  }
}
