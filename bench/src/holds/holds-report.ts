import { median } from '../measure/rounds.ts';
import { type Goal, goal, goalTable } from '../suite/goal.ts';
import { formatNs, formatPercent, type Table, toMarkdown, toText } from '../suite/table.ts';
import type { HoldsFigures } from './figures.ts';

const nsPerMs = 1e6;
const longHoldMs = 10;
const longScrapeMs = 20;
const idle = 'nothing else';

const formatMs = (ms: number) => (Number.isFinite(ms) ? formatNs(ms * nsPerMs) : 'longer than 5 s');

/** The results for a terminal. */
export function holdsText(figures: HoldsFigures): string {
  return [
    toText(holdsTable(figures)),
    toText(goalTable(holdsGoals(figures))),
    'Every answer was checked, those of the honest caller too.',
  ].join('\n\n');
}

/** The part of the report about holds of the event loop. */
export function holdsSection(figures: HoldsFigures): string {
  const { tiers, judged, rate } = figures;
  return `## While something large is under way

A seller has ${tiers.toLocaleString('en-US')} tiers. While the service does something large, an honest caller runs ${rate} auctions a second, and the service measures itself how long its event loop is held at a time: one sample every 2 ms, read from \`/metrics\`. Holds and pauses of the garbage collector are known by the upper bound of their bucket; a pause is a hold too. Latencies of the caller count from the moment an auction was due. Of each act those ${judged} rounds are judged in which the host of the machine, where it is a virtual one, gave the least of its processors to others (*stolen*), of as many as the column *of* says: figures are their medians, and of *longest* the longest of them. Other programs on the machine and others on its host lengthen holds, but hardly the *processor* time that the service used between two turns of its event loop. Who asks for the large things runs only where no other program would, and every processor is kept awake meanwhile ([decision 60](decisions/0060-latencies-are-measured-on-processors-that-are-awake.md)). Every answer was checked.

${toMarkdown(holdsTable(figures))}`;
}

/** The service's own measurement during each act. */
export function holdsTable({ rows }: HoldsFigures): Table {
  return {
    header: [
      'while there is',
      'took',
      'of',
      'stolen',
      'hold 99.9 %',
      'longest',
      'processor 99.9 %',
      'longest',
      'longest pause',
      'caller 99 %',
      'longest',
    ],
    rows: rows.map((row) => [
      row.name,
      formatNs(row.seconds * 1e9),
      String(row.rounds.length),
      formatPercent(row.stolen),
      formatMs(row.p999Ms),
      formatMs(row.longestMs),
      formatMs(row.ownP999Ms),
      formatMs(row.ownLongestMs),
      formatMs(row.longestPauseMs),
      formatMs(row.caller.p99Ms),
      formatMs(row.caller.longestMs),
    ]),
  };
}

export function holdsGoals({ rows, scrapesMs, tiers }: HoldsFigures): Goal[] {
  const acts = rows.filter(({ name }) => name !== idle);
  return [
    ...acts.flatMap(({ name, p999Ms, ownP999Ms }) => [
      goal(`${name}: hold at 99.9 %`, { atMost: longHoldMs }, p999Ms, formatMs),
      goal(`- its processor time`, { atMost: longHoldMs }, ownP999Ms, formatMs),
    ]),
    goal(
      `scraping /metrics with ${tiers.toLocaleString('en-US')} tiers`,
      { atMost: longScrapeMs },
      scrapesMs.length === 0 ? undefined : median(scrapesMs),
      formatMs,
    ),
  ];
}
