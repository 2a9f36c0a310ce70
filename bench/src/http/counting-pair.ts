import { setTimeout } from 'node:timers/promises';
import { WrongAnswer } from '../suite/suite.ts';
import { restRequests } from './auction-pair.ts';
import type { Pair } from './comparison.ts';
import { type Contestant, createHttpContestant, type HttpEffort } from './contestant.ts';
import type { SwitchWord } from './server/report-switch.ts';
import type { ServerProcess } from './server/server-process.ts';
import type { Service } from './service.ts';
import type { Workload } from './workload.ts';

export interface CountingOptions {
  /** Reads the report. */
  readonly service: Service;
  /** A process that was started with `report-switch.ts`, on the same Redis. */
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

/** Auctions that are counted for the live report, compared with the same in the same process while it counts none. */
export async function createCountingPair({ service, switched, workload, effort }: CountingOptions): Promise<Pair> {
  const turnMs = effort.turnMs / turnsPerRound;
  const requests = restRequests(workload);
  const bidsEach = workload.auctions[0]!.answer.bids.length;
  const before = await readCounted(service);
  let uncountedAtMost = 0;
  const side = (name: SwitchWord, verify: (least: number, most: number) => Promise<void>) => {
    const { headers } = service;
    const shared = { name, server: switched, headers, requests, size: 1, effort: { ...effort, turnMs } };
    return afterSwitching(switched, name, createHttpContestant({ ...shared, verify }));
  };
  return {
    name: 'POST /auction, counted for the report',
    unit: 'auctions',
    wanted: 0.95,
    turnsPerRound,
    // What a turn left unanswered at its end may be decided after the switch.
    bare: side('counting none', async (least, most) => void (uncountedAtMost = most - least)),
    service: side('counting', async (least, most) => {
      const after = await readCounted(service);
      const auctions = after.auctions - before.auctions;
      if (auctions < least || auctions > most + uncountedAtMost) {
        throw new WrongAnswer(`${least} to ${most + uncountedAtMost} auctions were to be counted; ${auctions} were.`);
      }
      const bids = after.bids - before.bids;
      if (bids !== auctions * bidsEach) {
        throw new WrongAnswer(`${auctions} auctions of ${bidsEach} bids were counted with ${bids} bids.`);
      }
    }),
  };
}

/** A contestant whose process is told before each turn whether to count. */
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
