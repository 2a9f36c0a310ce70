// Does what the `Actor` that started it tells it to, until that disconnects.

import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { createRedisClient } from '@auction-tiers/store';
import { askAs } from '../http/ask.ts';
import { WrongAnswer } from '../suite/suite.ts';
import {
  type Act,
  createFile,
  emptyTierSet,
  hostileAct,
  importFile,
  listAct,
  noCheck,
  reloadAct,
  repeated,
} from './act.ts';
import type { Acting, Step, Told } from './actor.ts';

const timeouts = { connectMs: 2000, commandMs: 2000 };

const tell = (told: Told) => void process.send?.(told);

async function serve(acting: Acting): Promise<void> {
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
  process.on('message', (step: Step) => {
    void take(step).then(
      () => tell({}),
      (error: unknown) => {
        if (!(error instanceof WrongAnswer)) throw error;
        tell({ wrong: error.message });
      },
    );
  });
  process.once('disconnect', () => process.exit());
  tell({ acts: acts.map(({ name }) => name) });
}

// For a system without SCHED_IDLE. On Linux this is the priority of this thread alone, not of the process.
setPriority(constants.priority.PRIORITY_LOW);
const [acting] = (await once(process, 'message')) as [Acting];
await serve(acting);
