import { StoreUnavailable } from '@auction-tiers/store';
import { expect, onTestFinished, test } from 'vitest';
import { type Job, Jobs } from '../../src/jobs/jobs.ts';
import { eachOf } from '../../src/loop/each.ts';
import type { JobRun, Work } from '../../src/loop/job.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const lateMs = 3_600_000;

interface Said {
  readonly level: string;
  readonly job: string;
  readonly id: number | undefined;
}

/** Jobs whose log is kept, on the store of the service. */
function jobsOf(table: readonly Job[]): { readonly jobs: Jobs; readonly said: readonly Said[] } {
  const said: Said[] = [];
  const at = (level: string) => (found: object) => {
    const { job, id } = found as Said;
    said.push({ level, job, id });
  };
  const log = { debug: at('debug'), error: at('error') };
  const jobs = new Jobs({ store: service.opened.store, log }, table);
  onTestFinished(() => jobs.close());
  return { jobs, said };
}

const job = (name: string, work: Work, more: Partial<Job> = {}): Job => ({
  name,
  everyMs: lateMs,
  isLeased: false,
  work,
  ...more,
});

test('two processes that look at the same time do leased work once, and other work each', async () => {
  const done: string[] = [];
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const leased = (process: string): Work => ({
    run: async () => {
      done.push(process);
      hold();
      await mayEnd;
    },
  });
  const own = (process: string): Work => ({ run: async () => void done.push(`own ${process}`) });
  const [first, second] = ['first', 'second'].map((process) =>
    jobsOf([job('test-leased', leased(process), { isLeased: true }), job('own', own(process))]),
  );
  const running = first!.jobs.run('test-leased');
  await isHeld;
  await second!.jobs.run('test-leased');
  await Promise.all([first!.jobs.run('own'), second!.jobs.run('own')]);
  end();
  await running;
  expect(done).toEqual(['first', 'own first', 'own second']);
  await second!.jobs.run('test-leased');
  expect(done.at(-1)).toBe('second');
});

test('a job runs again and again, after its first wait, until it is closed', async () => {
  let [runs, most] = [0, 0];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { jobs } = jobsOf([
    job(
      'often',
      {
        run: async () => {
          most = Math.max(most, ++runs);
          if (runs === 3) resolve();
        },
      },
      { everyMs: () => 1, firstInMs: 0 },
    ),
    job('late', { run: async () => void (runs = Number.NaN) }),
  ]);
  jobs.start();
  await promise;
  await jobs.close();
  const atEnd = most;
  await service.opened.store.heads();
  expect([most, runs]).toEqual([atEnd, atEnd]);
});

test('what fails is logged with its job and object, stops no other, and is tried again', async () => {
  const seen: number[] = [];
  const work: Work = {
    run: (run) =>
      eachOf(run, [{ id: 1 }, { id: 2 }, { id: 3 }], async ({ id }) => {
        seen.push(id);
        if (id === 1) throw new Error('wrong');
        if (id === 2 && seen.length > 3) throw new StoreUnavailable('away');
      }),
  };
  const { jobs, said } = jobsOf([job('each', work), job('idle', { isDue: () => false, run: () => Promise.reject() })]);
  await jobs.run('each');
  await jobs.run('each');
  await jobs.run('idle');
  expect(seen).toEqual([1, 2, 3, 1, 2]);
  expect(said).toEqual([
    { level: 'error', job: 'each', id: 1 },
    { level: 'error', job: 'each', id: 1 },
    // The store is away: the rest waits for the next run, and its watch has logged the outage.
    { level: 'debug', job: 'each', id: undefined },
  ]);
  await expect((async () => jobs.run('unknown'))()).rejects.toThrow('No job is named unknown');
});

test('work that is asked for waits for the run that goes on, and a close tells long work to stop', async () => {
  const runs: boolean[] = [];
  const { promise: isStopped, resolve: stop } = Promise.withResolvers<void>();
  let present: JobRun | undefined;
  const work: Work = {
    run: async (run) => {
      present = run;
      runs.push(run.isAsked);
      await isStopped;
    },
  };
  const { jobs } = jobsOf([job('long', work)]);
  const all = [jobs.run('long'), jobs.run('long')];
  await expect.poll(() => runs).toEqual([true]);
  const closed = jobs.close();
  expect(present?.isOver).toBe(true);
  stop();
  await Promise.all([...all, closed]);
  expect(runs).toEqual([true, true]);
});
