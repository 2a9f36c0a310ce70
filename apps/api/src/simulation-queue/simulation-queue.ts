import {
  dateText,
  isAdvice,
  jobKeyPrefix,
  type Simulation,
  SimulationJob,
  simulationJobVersion,
  simulationKeptSeconds,
  type SimulationOrder,
  simulationOrderKey,
  SimulationJobResult,
  SimulationProgress,
  type SimulationResult,
  simulationQueue,
  simulationReportKey,
  Unavailable,
} from '@auction-tiers/contract';
import { presentAdvice } from '@auction-tiers/contract/advice-report';
import { type CompareReport, presentReport } from '@auction-tiers/contract/compare-report';
import { type Client, createRedisClient } from '@auction-tiers/store';
// Loaded at the start: loading it at the first use held the event loop for 140 to 290 ms.
import { type Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { RefusedRights } from '../readiness/refused-rights.ts';

/** Simulations of a member that are kept at most. */
export const mostKept = 100;

/** A simulation that was counted is in the queue within this time. */
const enteringMs = 60_000;

/** Removes finished simulations, then counts one more if there is room: two calls must not both get the last place. */
const enterScript = `
  for place = 4, #ARGV do redis.call('ZREM', KEYS[1], ARGV[place]) end
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
  return 1`;

const timeouts = { connectMs: 2000, commandMs: 5000 };

interface OpenedQueue {
  readonly client: Client;
  readonly queue: Queue;
}

/** A job, and its state just before it was read. */
export interface FoundJob {
  readonly job: Job;
  readonly state: Awaited<ReturnType<Job['getState']>>;
}

/** The states of jobs that are not over. */
const unfinished = ['waiting', 'prioritized', 'delayed', 'active'] as const;

export const isOver = (state: FoundJob['state']): boolean => state === 'completed' || state === 'failed';

/** What is known of a simulation before it starts. */
type NewSimulation = Omit<SimulationJob['simulation'], 'id'>;

/** The order of a job expires after this, even if the job still waits. */
const orderSeconds = 7 * 24 * 60 * 60;

/** The simulations of all members, as jobs of a queue that the simulator's workers take from. */
export class SimulationQueue {
  readonly #url: string;
  readonly #refusedRights: RefusedRights;
  readonly #log: Logger;
  #opened: Promise<OpenedQueue> | undefined;

  constructor(url: string, refusedRights: RefusedRights, log: Logger) {
    this.#url = url;
    this.#refusedRights = refusedRights;
    this.#log = log;
  }

  /**
   * Puts a simulation into the queue; `inputs` names its inputs for `findSame`. Null when the member has
   * `mostUnfinished` queued or running already. Removes the simulations beyond the number that is kept.
   */
  async add(
    simulation: NewSimulation,
    order: SimulationOrder,
    inputs: string,
    mostUnfinished: number,
  ): Promise<FoundJob | null> {
    const { client, queue } = await this.#open();
    const memberId = simulation.member_id;
    let mayBeQueued = false;
    const act = async (): Promise<FoundJob | null> => {
      const id = await client.incr(lastIdKey);
      const name = nameOf(memberId, id);
      if (!(await this.#enter(memberId, id, mostUnfinished))) return null;
      await client.set(simulationOrderKey(name), JSON.stringify(order), 'EX', orderSeconds);
      await client.zadd(keptKey(memberId), id, String(id));
      const data: SimulationJob = { version: simulationJobVersion, job: name, simulation: { ...simulation, id } };
      mayBeQueued = true;
      const job = await queue.add(simulationQueue, data, {
        jobId: name,
        removeOnComplete: { age: simulationKeptSeconds },
        removeOnFail: { age: simulationKeptSeconds },
      });
      await client.hset(sameKey(memberId), inputs, String(id));
      await this.#trim(memberId);
      return { job, state: 'waiting' };
    };
    return this.#orUnavailable(act, () => mayBeQueued);
  }

  /** A member's simulation; undefined when it has none of this id. */
  async find(memberId: number, id: number): Promise<FoundJob | undefined> {
    const { queue } = await this.#open();
    const name = nameOf(memberId, id);
    return this.#orUnavailable(async () => {
      // The state first: the result of a job is stored before its state says that it is over.
      const state = await queue.getJobState(name);
      const job = (await queue.getJob(name)) as Job | undefined;
      return job === undefined ? undefined : { job, state };
    });
  }

  /** A member's simulations that are kept, newest first. */
  async list(memberId: number): Promise<readonly FoundJob[]> {
    const { client } = await this.#open();
    const ids = await this.#orUnavailable(() =>
      client.zrange(keptKey(memberId), '+inf', '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, mostKept),
    );
    const jobs = await Promise.all(ids.map((id) => this.find(memberId, Number(id))));
    return jobs.filter((job) => job !== undefined);
  }

  /** The report of a finished simulation, as its worker has checked it; null when it is not kept any more. */
  async report(memberId: number, id: number): Promise<SimulationResult['report'] | null> {
    const { client } = await this.#open();
    const text = await this.#orUnavailable(() => client.get(simulationReportKey(nameOf(memberId, id))));
    const report = text === null ? null : (JSON.parse(text) as SimulationResult['report']);
    if (report === null) return null;
    return isAdvice(report) ? presentAdvice(report) : presentReport(report);
  }

  /** As `report`, for a comparison; null also for an advice. */
  async comparison(memberId: number, id: number): Promise<CompareReport | null> {
    const report = await this.report(memberId, id);
    return report === null || isAdvice(report) ? null : report;
  }

  /** A member's simulation with the same inputs; undefined when there is none. `inputs`: as in `add`. */
  async findSame(memberId: number, inputs: string): Promise<FoundJob | undefined> {
    const { client } = await this.#open();
    const id = await this.#orUnavailable(() => client.hget(sameKey(memberId), inputs));
    return id === null ? undefined : this.find(memberId, Number(id));
  }

  /** Simulations of all members by state; null: this process has not used the queue yet, or it does not answer. */
  async counts(): Promise<Readonly<Record<'queued' | 'running' | 'finished', number>> | null> {
    try {
      const opened = await this.#opened;
      if (opened === undefined) return null;
      const {
        waiting = 0,
        delayed = 0,
        prioritized = 0,
        active = 0,
        completed = 0,
        failed = 0,
      } = await opened.queue.getJobCounts();
      return { queued: waiting + delayed + prioritized, running: active, finished: completed + failed };
    } catch {
      return null;
    }
  }

  /** Whether any worker waits for simulations; unknown counts as none. */
  async hasWorker(): Promise<boolean> {
    try {
      const { queue } = await this.#open();
      return (await queue.getWorkersCount()) > 0;
    } catch {
      return false;
    }
  }

  /**
   * Removes what waits and what was begun, and leaves out the next ids. For a database on which nothing works. Returns
   * the number of removed simulations.
   */
  async removeUnfinished(idsLeftOut: number): Promise<number> {
    const { client, queue } = await this.#open();
    return this.#orUnavailable(async () => {
      const jobs = (await queue.getJobs([...unfinished])) as Job[];
      for (const job of jobs) {
        // The worker that had begun it is gone, and its lock may be in the file.
        await client.del(
          `${jobKeyPrefix}:${simulationQueue}:${String(job.id)}:lock`,
          simulationOrderKey(String(job.id)),
        );
        await job.remove();
      }
      if ((await client.exists(lastIdKey)) === 1) await client.incrby(lastIdKey, idsLeftOut);
      return jobs.length;
    });
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    if (opened === undefined) return;
    await opened.queue.close();
    opened.client.disconnect();
  }

  /** Counts a simulation among the unfinished ones; false where the member has as many as it may. */
  async #enter(memberId: number, id: number, most: number): Promise<boolean> {
    const { client } = await this.#open();
    const key = unfinishedKey(memberId);
    const nowMs = Date.now();
    const entered = await client.zrange(key, '0', '-1', 'WITHSCORES');
    const over: string[] = [];
    for (let index = 0; index < entered.length; index += 2) {
      const [other = '', enteredMs] = entered.slice(index);
      const state = (await this.find(memberId, Number(other)))?.state;
      // An entry without a job: another call is about to queue it, or has failed to, or the job is not kept any more.
      const isOfLate = nowMs - Number(enteredMs) < enteringMs;
      if (state === undefined || state === 'unknown' ? !isOfLate : isOver(state)) over.push(other);
    }
    return (await client.eval(enterScript, 1, key, most, nowMs, id, ...over)) === 1;
  }

  async #trim(memberId: number): Promise<void> {
    const { client } = await this.#open();
    const over = await client.zrange(keptKey(memberId), '0', String(-mostKept - 1));
    for (const id of over) {
      const found = await this.find(memberId, Number(id));
      // A running simulation stays until the next call.
      if (found?.state === 'active') continue;
      await found?.job.remove();
      const name = nameOf(memberId, Number(id));
      await client.del(simulationOrderKey(name), simulationReportKey(name));
      await client.zrem(keptKey(memberId), id);
    }
  }

  /**
   * Any failure of the queue is an `Unavailable`: the client can only try again. `mayBeDone`: whether what the client asked
   * for may have been done before the failure.
   */
  async #orUnavailable<T>(act: () => Promise<T>, mayBeDone: () => boolean = () => false): Promise<T> {
    try {
      return await act();
    } catch (error) {
      this.#refusedRights.note(error);
      throw new Unavailable('the queue of simulations does not answer', { cause: error, outcomeUnknown: mayBeDone() });
    }
  }

  /** Opened by the first call: most processes run no simulation. */
  #open(): Promise<OpenedQueue> {
    this.#opened ??= this.#connect().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #connect(): Promise<OpenedQueue> {
    const client = createRedisClient(this.#url, timeouts);
    client.on('error', (error: Error) => this.#log.debug({ error }, 'the connection of the simulations failed'));
    try {
      await client.connect();
    } catch (error) {
      client.disconnect();
      throw new Unavailable('Redis is out of reach for simulations', { cause: error });
    }
    const queue = new Queue(simulationQueue, { connection: client, prefix: jobKeyPrefix });
    queue.on('error', (error: Error) => this.#log.debug({ error }, 'the queue of simulations failed'));
    return { client, queue };
  }
}

/** The member is part of a job's name, so that a look-up never finds another member's job. */
const nameOf = (memberId: number, id: number) => `${memberId}-${id}`;

/** The last id of a simulation, of all members. */
const lastIdKey = `${jobKeyPrefix}:simulation:last`;
const keptKey = (memberId: number) => `${jobKeyPrefix}:member:${memberId}:simulations`;
const sameKey = (memberId: number) => `${jobKeyPrefix}:member:${memberId}:inputs`;
const unfinishedKey = (memberId: number) => `${jobKeyPrefix}:member:${memberId}:unfinished`;

/** Shown with one decimal, it is not 100 %: until its report is stored, a simulation is not done. */
const mostUnfinishedShare = 0.999;

/** A job as it is answered. */
export function toSimulation({ job, state }: FoundJob): Simulation {
  const { simulation } = SimulationJob.parse(job.data);
  const result = state === 'completed' ? SimulationJobResult.safeParse(job.returnvalue) : undefined;
  const known = { ...simulation, finished_on: isOver(state) ? dateOf(job.finishedOn) : null };
  if (result?.data?.ok === true) {
    const inputs = { ...simulation.inputs, log_sha256: result.data.log_sha256 };
    return { ...known, inputs, state: 'done', progress: 1, error: null };
  }
  if (isOver(state)) {
    const error = result?.data?.message ?? 'it could not be carried out here; start it again';
    return { ...known, state: 'failed', progress: 1, error };
  }
  const { progress } = SimulationProgress.catch({ progress: 0 }).parse(job.progress);
  return {
    ...known,
    state: state === 'active' ? 'running' : 'queued',
    progress: Math.min(progress, mostUnfinishedShare),
    error: null,
  };
}

const dateOf = (ms: number | undefined): string | null => (ms === undefined ? null : dateText(ms));
