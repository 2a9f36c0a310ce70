// Does the large things that the service is measured during. In a thread of its own, of a lower priority: the client of a
// real service has a machine of its own, and this one would take the processors from the service.

import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { createRedisClient } from '@auction-tiers/store';
import { type Asked, askAs } from '../http/ask.ts';
import { WrongAnswer } from '../suite/suite.ts';
import {
  type Act,
  type BatchEffort,
  createFile,
  emptyTierSet,
  hostileAct,
  importFile,
  listAct,
  noCheck,
  reloadAct,
  repeated,
} from './act.ts';

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
type Step = { readonly act: string } | 'check' | 'empty';
type Told = { readonly wrong?: string };

const timeouts = { connectMs: 2000, commandMs: 2000 };

export class Actor {
  /** In the order in which they have to be run. */
  readonly acts: readonly string[];
  readonly #thread: Worker;

  private constructor(thread: Worker, acts: readonly string[]) {
    this.#thread = thread;
    this.acts = acts;
  }

  static async start(acting: Acting): Promise<Actor> {
    const thread = new Worker(new URL(import.meta.url), { workerData: acting });
    const [acts] = (await once(thread, 'message')) as [readonly string[]];
    return new Actor(thread, acts);
  }

  /** Resolves when it is done. Throws a `WrongAnswer` where an answer is wrong. */
  async do(step: Step): Promise<void> {
    const told = once(this.#thread, 'message') as Promise<[Told]>;
    this.#thread.postMessage(step, []);
    const [{ wrong }] = await told;
    if (wrong !== undefined) throw new WrongAnswer(wrong);
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}

async function serve(acting: Acting, port: MessagePort): Promise<void> {
  const { url, headers, redisUrl, imported, tiers, ymProfileId, effort, times, idleMs } = acting;
  const service = { url, headers, ask: askAs({ url, headers }) };
  const redis = createRedisClient(redisUrl, timeouts);
  await redis.connect();
  const file = createFile(imported);
  let added = 0;
  const acts: readonly Act[] = [
    {
      name: `an import of ${imported.toLocaleString('en-US')} tiers`,
      async run() {
        added = await importFile(service, `Import ${added}`, file, imported);
        return noCheck;
      },
    },
    repeated(listAct(service, tiers), times),
    reloadAct(service, redis),
    repeated(hostileAct(service, ymProfileId, imported, effort), times),
    { name: 'nothing else', run: () => setTimeout(idleMs, noCheck) },
  ];
  let check = noCheck;
  const take = async (step: Step) => {
    if (step === 'check') check();
    else if (step === 'empty') await emptyTierSet(service, added);
    else check = await acts.find(({ name }) => name === step.act)!.run();
  };
  port.on('message', (step: Step) => {
    void take(step).then(
      () => port.postMessage({}, []),
      (error: unknown) => {
        if (!(error instanceof WrongAnswer)) throw error;
        port.postMessage({ wrong: error.message }, []);
      },
    );
  });
  // On Linux that of this thread alone.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  port.postMessage(
    acts.map(({ name }) => name),
    [],
  );
}

if (!isMainThread && parentPort !== null) await serve(workerData as Acting, parentPort);
