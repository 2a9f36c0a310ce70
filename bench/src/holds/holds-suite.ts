import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { type Service, startService } from '../http/service.ts';
import { createWorkload } from '../http/workload.ts';
import { median } from '../measure/rounds.ts';
import { startStolen } from '../measure/stolen.ts';
import type { Options, Suite } from '../suite/suite.ts';
import { createFile, importFile } from './act.ts';
import { Actor } from './actor.ts';
import type { HoldsFigures, HoldsRound, HoldsRow } from './figures.ts';
import { type HonestCall, startHonestCaller } from './honest-caller.ts';
import { holdsText } from './holds-report.ts';
import { between, readOwn } from './own-measurement.ts';
import type { Turns } from './turn-report.ts';

const turnReport = new URL('turn-report.ts', import.meta.url).href;
/** The demo has some tiers too. */
const demoTiers = 12;
/** While the host of the machine takes processors away, rounds are run again, up to so many for each that is judged. */
const mostRoundsPerJudged = 5;
const isCalmRound = ({ stolen }: HoldsRound) => stolen < 0.005;

export const holdsSuite: Suite<HoldsFigures> = {
  summary: 'how long the service keeps its event loop from other requests, in its own measurement',
  takes: ['rounds', 'quick', 'results'],
  isKeptAwake: true,
  async measure(options, say) {
    const figures = await measureHolds(options, say);
    return { figures, text: holdsText(figures) };
  },
};

async function measureHolds({ rounds, isQuick }: Options, say: (line: string) => void): Promise<HoldsFigures> {
  const imported = isQuick ? 100 : 10_000;
  const files = isQuick ? 1 : 10;
  const rate = isQuick ? 50 : 200;
  const scrapes = isQuick ? 1 : 5;
  const judged = isQuick ? 1 : rounds;
  const mostRounds = isQuick ? 1 : mostRoundsPerJudged * rounds;
  const tiers = imported * (files + 1) + demoTiers;
  const redis = await startTemporaryRedis({ log: say });
  let service: Service | undefined;
  let actor: Actor | undefined;
  try {
    service = await startService(redis.url, 'none', [turnReport]);
    const { auctions } = await createWorkload(service);
    const { body, text } = auctions[0]!;
    // The revision changes with every import.
    const [right = ''] = /"bids":.*?\]/.exec(text) ?? [];
    const call: HonestCall = { url: service.url, headers: service.headers, body, right, rate };
    const file = createFile(imported);
    let last = 0;
    for (let at = 1; at <= files; at++) {
      say(`loading ${(at * imported).toLocaleString('en-US')} tiers`);
      last = await importFile(service, `Load ${at}`, file, imported);
    }
    actor = await Actor.start({
      url: service.url,
      headers: service.headers,
      redisUrl: redis.url,
      imported,
      tiers,
      ymProfileId: last,
      effort: isQuick ? quickEffort : effort,
      times: isQuick ? 1 : 5,
      idleMs: isQuick ? 10 : 5000,
    });
    const measured = new Map(actor.acts.map((act): [string, HoldsRound[]] => [act, []]));
    const needsRound = (all: readonly HoldsRound[]) => all.filter(isCalmRound).length < judged;
    for (let round = 1; round <= mostRounds && [...measured.values()].some(needsRound); round++) {
      say(
        round <= judged ? `round ${round} of ${judged}` : `round ${round}, because the host of this machine was busy`,
      );
      for (const [act, all] of measured) {
        // The others need the tiers of the import.
        if (act === actor.acts[0] || needsRound(all)) all.push(await measureAct(act, actor, service, call));
      }
      await actor.do('empty');
    }
    const rows = Array.from(measured, ([act, all]) => summarize(act, all, judged));
    const scrapesMs: number[] = [];
    while (scrapesMs.length < scrapes) scrapesMs.push((await readOwn(service.metricsUrl)).scrapeMs);
    return { tiers, imported, judged, rate, rows, scrapesMs };
  } finally {
    await actor?.stop();
    await service?.stop();
    await redis.stop();
  }
}

/** The most work that a batch may make, with as many auctions as it may have. */
const effort = { batches: 8, auctions: 1000, work: 4_500_000 };
const quickEffort = { batches: 2, auctions: 10, work: 1000 };

async function measureAct(act: string, actor: Actor, service: Service, call: HonestCall): Promise<HoldsRound> {
  const caller = await startHonestCaller(call);
  const before = await readOwn(service.metricsUrl);
  await service.report('turns');
  const startedMs = performance.now();
  const stolenSince = startStolen();
  await actor.do({ act });
  const stolen = stolenSince();
  const seconds = (performance.now() - startedMs) / 1000;
  const { longestMs, p999Ms } = (await service.report('turns')) as Turns;
  const after = await readOwn(service.metricsUrl);
  const own = { ownLongestMs: longestMs, ownP999Ms: p999Ms };
  const round = { seconds, stolen, ...between(before, after), ...own, caller: await caller.stop() };
  await actor.do('check');
  return round;
}

/** Medians of the calmest rounds, so many; of the longest ones, the longest. */
export function summarize(name: string, rounds: readonly HoldsRound[], judged: number): HoldsRow {
  const calmest = rounds.toSorted((left, right) => left.stolen - right.stolen).slice(0, judged);
  const middle = (read: (round: HoldsRound) => number) => median(calmest.map(read));
  const most = (read: (round: HoldsRound) => number) => Math.max(...calmest.map(read));
  return {
    name,
    seconds: middle(({ seconds }) => seconds),
    stolen: middle(({ stolen }) => stolen),
    p999Ms: middle(({ p999Ms }) => p999Ms),
    longestMs: most(({ longestMs }) => longestMs),
    ownP999Ms: middle(({ ownP999Ms }) => ownP999Ms),
    ownLongestMs: most(({ ownLongestMs }) => ownLongestMs),
    longestPauseMs: most(({ longestPauseMs }) => longestPauseMs),
    caller: {
      p99Ms: middle(({ caller }) => caller.p99Ms),
      longestMs: most(({ caller }) => caller.longestMs),
    },
    rounds,
  };
}
