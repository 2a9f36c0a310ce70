import { setTimeout } from 'node:timers/promises';
import { WrongAnswer } from '../suite/suite.ts';
import { restRequests } from './auction-pair.ts';
import type { Pair } from './comparison.ts';
import { type Contestant, createHttpContestant, type HttpEffort } from './contestant.ts';
import type { Part, SwitchWord } from './server/part-switch.ts';
import type { ServerProcess } from './server/server-process.ts';
import type { Service } from './service.ts';
import type { Workload } from './workload.ts';

export interface PartOptions {
  /** Whose tiers decide, and whose report is read. */
  readonly service: Service;
  /** A process that was started with `part-switch.ts`, on the same Redis. */
  readonly switched: ServerProcess;
  readonly workload: Workload;
  readonly effort: HttpEffort;
}

/** A side differs by few per cent, so its turns are shorter and there are more of them: a slow second then slows both. */
export const turnsPerRound = 3;

const pollMs = 100;

/** What a report says of all auctions. */
interface Counted {
  readonly auctions: number;
  readonly bids: number;
}

interface PartPair {
  readonly name: string;
  readonly part: Part;
  readonly wanted: number;
  readonly verify: (wanted: boolean, least: number, most: number) => Promise<void>;
}

/** Auctions with a part of their work, compared with the same in the same process without it. */
function createPartPair({ service, switched, workload, effort }: PartOptions, pair: PartPair): Pair {
  const turnMs = effort.turnMs / turnsPerRound;
  const requests = restRequests(workload);
  const side = (name: SwitchWord, isWanted: boolean) => {
    const { headers } = service;
    const verify = (least: number, most: number) => pair.verify(isWanted, least, most);
    const shared = { name, server: switched, headers, requests, size: 1, effort: { ...effort, turnMs } };
    return afterSwitching(switched, name, createHttpContestant({ ...shared, verify }));
  };
  const { name, part, wanted } = pair;
  return {
    name,
    unit: 'auctions',
    wanted,
    turnsPerRound,
    bare: side(`${part} none`, false),
    service: side(part, true),
  };
}

/** What counting for the live report costs. */
export async function createCountingPair(options: PartOptions): Promise<Pair> {
  const { service, workload } = options;
  const bidsEach = workload.auctions[0]!.answer.bids.length;
  const before = await readCounted(service);
  let uncountedAtMost = 0;
  return createPartPair(options, {
    name: 'POST /auction, counted for the report',
    part: 'counting',
    wanted: 0.95,
    async verify(isWanted, least, most) {
      // What a turn left unanswered at its end may be decided after the switch.
      if (!isWanted) return void (uncountedAtMost = most - least);
      const after = await readCounted(service);
      const auctions = after.auctions - before.auctions;
      if (auctions < least || auctions > most + uncountedAtMost) {
        throw new WrongAnswer(`${least} to ${most + uncountedAtMost} auctions were to be counted; ${auctions} were.`);
      }
      const bids = after.bids - before.bids;
      if (bids !== auctions * bidsEach) {
        throw new WrongAnswer(`${auctions} auctions of ${bidsEach} bids were counted with ${bids} bids.`);
      }
    },
  });
}

/** What recording a share of the auctions costs, which the process does by its setting. */
export function createRecordingPair(options: PartOptions, share: number, wanted: number): Pair {
  let leftAtMost = 0;
  return createPartPair(options, {
    name: `POST /auction, recording ${share === 1 ? 'all' : `${share * 100} %`}`,
    part: 'recording',
    wanted,
    async verify(isWanted, least, most) {
      // What a turn left unanswered at its end may be decided after the switch.
      if (!isWanted) return void (leftAtMost = most - least);
      const expected = Math.floor(least * share * leastOfShare);
      const sinceMs = performance.now();
      for (;;) {
        const recorded = await readRecorded(options);
        if (recorded > most + leftAtMost)
          throw new WrongAnswer(`${most + leftAtMost} auctions were sent at most; ${recorded} were recorded.`);
        if (recorded >= expected) return;
        if (performance.now() - sinceMs > mostWaitMs)
          throw new WrongAnswer(`${expected} of ${least} auctions were to be recorded; ${recorded} were.`);
        await setTimeout(pollMs);
      }
    },
  });
}

/** Seeds are drawn, so that a share is met by chance; of few auctions none may be recorded. */
const leastOfShare = 0.8;
/** What was recorded is in the files within a second or two. */
const mostWaitMs = 20_000;

/** How many auctions the process has recorded, and how many it had to drop because the disk was slow. */
async function readRecorded({ service: { headers }, switched: { url, metricsUrl } }: PartOptions): Promise<number> {
  const answer = await fetch(`${url}/recorded?ym_profile_id=1`, { headers });
  const { response } = (await answer.json()) as { response: { readonly recorded: readonly { auctions: number }[] } };
  const metrics = await (await fetch(metricsUrl)).text();
  const [, dropped = '0'] = /^auction_tiers_recorded_dropped_total (\d+)$/m.exec(metrics) ?? [];
  return response.recorded.reduce((sum, { auctions }) => sum + auctions, Number(dropped));
}

/** A contestant whose process is told before each turn whether to do the part. */
const afterSwitching = (server: ServerProcess, word: SwitchWord, contestant: Contestant): Contestant => ({
  ...contestant,
  async turn() {
    await server.report(word);
    return contestant.turn();
  },
  async latencies(perSecond) {
    await server.report(word);
    return contestant.latencies?.(perSecond) as ReturnType<NonNullable<Contestant['latencies']>>;
  },
});

/** Reads the report once every process has stored what it had counted until now. */
async function readCounted(service: Service): Promise<Counted> {
  const path = '/report?ym_profile_id=1';
  const sinceMs = Date.now();
  for (;;) {
    const { complete_to } = await service.ask<{ readonly complete_to: string }>('dbg_info', path);
    if (Date.parse(`${complete_to.replace(' ', 'T')}Z`) >= sinceMs) break;
    await setTimeout(pollMs);
  }
  const [row] = await service.ask<Counted[]>('report-rows', path);
  return row ?? { auctions: 0, bids: 0 };
}
