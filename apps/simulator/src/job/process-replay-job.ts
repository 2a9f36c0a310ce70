import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { exitCode, Failure, messageOf } from '../cli/failure.ts';
import type { ShareTask } from '../run/share.ts';
import { Share } from '../run/share.ts';
import type { JobContext } from './job.ts';
import type { ReplayJob, ReplayShare } from './replay-job.ts';
import { jobVersion, sharesKey, taskKey } from './replay-job.ts';

/** Enough for a progress line that moves. */
const toldBytes = 4_194_304;
/** What nobody fetches any more is gone after this. */
const keptSeconds = 3600;

/**
 * Replays a part of a log and leaves what came of it with the run. A part that cannot be replayed is a result too: doing
 * it again would end in the same way. A run that nobody waits for any more is passed over.
 */
export async function processReplayJob(data: unknown, { client, tell, say }: JobContext): Promise<void> {
  // Only `replayDistributed` puts jobs into this queue.
  const job = data as ReplayJob;
  const { run, at } = job;
  const name = `replay ${run.slice(0, 8)}, part ${at + 1}`;
  const task = await client.get(taskKey(run));
  if (task === null) return say(`${name}: nobody waits for it any more`);
  say(`${name}: begun`);
  const share = await replayPart(job, task, tell);
  await client.hset(sharesKey(run), String(at), JSON.stringify(share));
  await client.expire(sharesKey(run), keptSeconds);
  say(`${name}: ${share.ok ? 'done' : share.message}`);
}

async function replayPart(job: ReplayJob, task: string, tell: JobContext['tell']): Promise<ReplayShare> {
  try {
    if (job.version !== jobVersion) {
      throw refuse(`takes jobs of version ${jobVersion}, not ${job.version}: run the same version everywhere`);
    }
    checkFiles(job);
    let bytes = 0;
    let told = Promise.resolve();
    const onBytes = (count: number) => {
      bytes += count;
      if (bytes < toldBytes) return;
      const progress = { bytes };
      bytes = 0;
      // Progress is for the eye; a replay goes on without it.
      told = told.then(() => tell(progress)).catch(() => {});
    };
    const share = new Share(JSON.parse(task) as ShareTask, { onBrokenLine: () => {}, onBytes });
    const input = await share.run(job.part);
    await told;
    return { ok: true, input, result: share.result() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, exitCode: error.exitCode, message: error.message };
  }
}

/** The log has to be the same under the same path wherever a part of it is replayed. */
function checkFiles({ files }: ReplayJob): void {
  for (const { file, bytes } of files) {
    let size: number;
    try {
      ({ size } = statSync(file));
    } catch (error) {
      throw refuse(`cannot read ${file} (${messageOf(error)}): the log must be under the same path on every machine`);
    }
    if (size !== bytes) {
      throw refuse(`finds ${size} bytes in ${file}, and it had ${bytes} where the replay began: is it the same log?`);
    }
  }
}

function refuse(problem: string): Failure {
  return new Failure(exitCode.found, `The worker on ${hostname()} ${problem}.`);
}
