import { median, medianRatio } from '../measure/rounds.ts';
import { type Goal, goal, goalTable } from '../suite/goal.ts';
import { formatFigure, formatNs, formatPercent, formatRatio, type Table, toMarkdown, toText } from '../suite/table.ts';
import type { AbuseFigures, AbuseRow, Honest, SoakFigures } from './figures.ts';

const mebibyte = 1024 * 1024;
const formatMs = (ms: number): string => formatNs(ms * 1e6);
const formatMemory = (bytes: number): string => `${formatFigure(bytes / mebibyte)} MiB`;
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, one) => total + one, 0);
const tell = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${formatFigure(count)}`)
    .join(', ');

/** The results for a terminal. */
export const abuseText = (figures: AbuseFigures): string =>
  [
    toText(abuseTable(figures)),
    toText(goalTable(abuseGoals(figures))),
    `Auctions were compared with the engine's.`,
  ].join('\n\n');

export const soakText = (figures: SoakFigures): string =>
  [toText(soakTable(figures)), toText(goalTable(soakGoals(figures))), `Auctions were compared with the engine's.`].join(
    '\n\n',
  );

/** The part of the report about abuse. */
export function abuseSection(figures: AbuseFigures): string {
  const { rate, durationMs, rounds } = figures;
  return `## Under abuse

A seller sends ${rate} auctions per second, evenly, while strangers without a credential, or another seller, abuse the service for ${durationMs / 1000} s over connections of a second thread. The seller begins half a second earlier, so that its connections are open by then ([decision 61](decisions/0061-what-a-soak-and-an-abuse-are-compared-with.md)). Each abuse has a new service, with the limits of a new installation, and a new Redis. Latencies count from the moment an auction was due. Of ${rounds} rounds, latencies are medians (a host that stops the machine for a fifth of a second makes 2 % of one round late), and of *longest* the longest; memory is the most that the service had in any of them, less what it had before. The columns of the abuser are what it got in all of them: answers by status code, connections that it opened. Every processor is kept awake meanwhile ([decision 60](decisions/0060-latencies-are-measured-on-processors-that-are-awake.md)).

${toMarkdown(abuseTable(figures))}`;
}

/** The part of the report about ten minutes under load. */
export function soakSection(figures: SoakFigures): string {
  const { capacity, rate, connections, windows, windowMs, writes, repeats, turns } = figures;
  const p99 = (of: 'old' | 'new') => median(turns.map((turn) => turn[of].latencyMs.p99));
  return `## Over time

Auctions at ${formatFigure(rate)} per second, 70 % of what the service answered over the same ${connections} connections (${formatFigure(capacity)} per second), for ${formatFigure((windows.length * windowMs) / 60_000)} minutes, while another seller created and deleted ${formatFigure(writes)} tiers; ${formatFigure(repeats)} of its writes were answered 503 and sent again. The client shares the processors with the service; every processor is kept awake meanwhile ([decision 60](decisions/0060-latencies-are-measured-on-processors-that-are-awake.md)). *Stolen* is the part of the processors that the host of the machine, where it is a virtual one, gave to others. *Resident* memory rises between full collections, up to four times what is in use ([decision 59](decisions/0059-what-large-writes-and-loads-hold.md)); *kept* is what objects took when the newest full collection had ended, so that a leak would show there. After it, in ${turns.length} turns, 99 % of the auctions took ${formatMs(p99('old'))} in this process and ${formatMs(p99('new'))} in one that was just started on the same Redis (medians).

${toMarkdown(soakTable(figures))}`;
}

function honestCells({ answered, failures, latencyMs: { p50, p99, p99_9: p999, most } }: Honest): string[] {
  return [formatFigure(answered), String(sum(failures)), ...[p50, p99, p999, most].map(formatMs)];
}
const honestHeader = ['auctions', 'failed', 'median', '99 %', '99.9 %', 'longest'];

/** All rounds of an abuse as one row. Throws where there is none. */
export function summarizeAbuse(rounds: readonly AbuseRow[]): AbuseRow {
  const latencies = rounds.map(({ honest }) => honest.latencyMs);
  const middle = (read: (latency: Honest['latencyMs']) => number) => median(latencies.map(read));
  const largest = rounds.reduce((most, round) => (growthOf(round) > growthOf(most) ? round : most));
  return {
    ...largest,
    honest: {
      answered: rounds.reduce((total, { honest }) => total + honest.answered, 0),
      failures: addCounts(rounds.map(({ honest }) => honest.failures)),
      latencyMs: {
        p50: middle(({ p50 }) => p50),
        p99: middle(({ p99 }) => p99),
        p99_9: middle(({ p99_9: p999 }) => p999),
        most: Math.max(...latencies.map(({ most }) => most)),
      },
    },
    counts: addCounts(rounds.map(({ counts }) => counts)),
  };
}

function addCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [name, count] of all.flatMap((counts) => Object.entries(counts))) total[name] = (total[name] ?? 0) + count;
  return total;
}

const growthOf = ({ beforeBytes, mostBytes }: AbuseRow): number => Math.max(0, mostBytes - beforeBytes);

function abuseTable({ rows }: AbuseFigures): Table {
  return {
    header: ['meanwhile', ...honestHeader, 'memory', 'the abuser got'],
    rows: rows.map((row) => [
      row.name,
      ...honestCells(row.honest),
      `+${formatMemory(growthOf(row))}`,
      tell(row.counts),
    ]),
  };
}

function soakTable({ windows, windowMs }: SoakFigures): Table {
  return {
    header: ['until', ...honestHeader, 'stolen', 'resident', 'kept'],
    rows: windows.map(({ honest, stolen, residentBytes, keptBytes }, at) => [
      `${formatFigure(((at + 1) * windowMs) / 60_000)} min`,
      ...honestCells(honest),
      formatPercent(stolen),
      ...[residentBytes, keptBytes].map(formatMemory),
    ]),
  };
}

/** For every abuse: no auction fails, the slowest hundredth takes less than 50 ms, memory grows by less than 300 MiB. */
export function abuseGoals({ rows }: AbuseFigures): Goal[] {
  const failed = rows.reduce((total, { honest }) => total + sum(honest.failures), 0);
  return [
    goal('abuse: failed auctions of an honest seller', { atMost: 0 }, failed, formatFigure),
    goal(
      'abuse: 99 % of the auctions of an honest seller, the worst abuse',
      { atMost: 50 },
      Math.max(...rows.map(({ honest }) => honest.latencyMs.p99)),
      formatMs,
    ),
    goal('abuse: memory, the worst abuse', { atMost: 300 * mebibyte }, Math.max(...rows.map(growthOf)), formatMemory),
  ];
}

/**
 * A leak would show in what is kept in the last third of the time against the first. What has become slower shows beside a
 * process that was just started: windows that are ten minutes apart differ by what the machine did meanwhile.
 */
export function soakGoals({ windows, turns }: SoakFigures): Goal[] {
  const third = Math.max(1, Math.floor(windows.length / 3));
  const kept = windows.map(({ keptBytes }) => keptBytes);
  const slowest = (of: 'old' | 'new') => turns.map((turn) => turn[of].latencyMs.p99);
  const honest = [...windows.map((window) => window.honest), ...turns.map((turn) => turn.old)];
  const failed = honest.reduce((total, { failures }) => total + sum(failures), 0);
  return [
    goal('ten minutes at 70 %: failed auctions', { atMost: 0 }, failed, formatFigure),
    goal(
      'memory that is kept, last third to the first',
      { atMost: 1.1 },
      median(kept.slice(-third)) / median(kept.slice(0, third)),
      formatRatio,
    ),
    goal(
      '99 % of the auctions after it, to a process just started',
      { atMost: 1.5 },
      medianRatio(slowest('old'), slowest('new')),
      formatRatio,
    ),
  ];
}
