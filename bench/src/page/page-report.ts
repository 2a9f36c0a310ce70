import { median } from '../measure/rounds.ts';
import { type Goal, goal, goalTable } from '../suite/goal.ts';
import { formatFigure, formatNs, type Table, toMarkdown, toText } from '../suite/table.ts';
import type { PageFigures } from './figures.ts';

const nsPerMs = 1e6;
const mostScriptBytes = 300_000;
const longTaskMs = 100;
const [mostBuildMs, mostUnchangedMs] = [20_000, 1000];

const formatMs = (ms: number) => formatNs(ms * nsPerMs);
const formatKb = (bytes: number) => `${formatFigure(bytes / 1000)} KB`;
const formatTask = (ms: number) => (ms === 0 ? 'none of 50 ms' : formatMs(ms));

/** The results for a terminal. */
export function pageText(figures: PageFigures): string {
  return [toText(loadTable(figures)), toText(taskTable(figures)), toText(goalTable(pageGoals(figures)))].join('\n\n');
}

/** The part of the report about the page. */
export function pageSection(figures: PageFigures): string {
  return `## The page

A build of the page takes ${formatMs(figures.buildMs)}; when nothing has changed, finding that out takes ${formatMs(figures.unchangedMs)}. Rooms are loaded with nothing in the cache of the browser, which runs on the same machine as the service; *shown* is when nothing in the room is being read any more.

${toMarkdown(loadTable(figures))}

In a list of ${figures.tiers.toLocaleString('en-US')} tiers, the longest task that kept the page busy in one piece, of all rounds. Browsers report tasks from 50 ms on.

${toMarkdown(taskTable(figures))}`;
}

function loadTable({ loads }: PageFigures): Table {
  return {
    header: ['room', 'script, compressed', 'style', 'requests', 'shown'],
    rows: loads.map(({ room, scriptBytes, styleBytes, requests, shownMs }) => [
      room,
      formatKb(scriptBytes),
      formatKb(styleBytes),
      String(requests),
      formatMs(median(shownMs)),
    ]),
  };
}

function taskTable({ longTasks }: PageFigures): Table {
  return {
    header: ['act', 'longest task'],
    rows: longTasks.map(({ act, longestMs }) => [act, formatTask(Math.max(...longestMs))]),
  };
}

export function pageGoals({ buildMs, unchangedMs, loads, longTasks }: PageFigures): Goal[] {
  const most = loads.reduce((all, { scriptBytes }) => Math.max(all, scriptBytes), 0);
  return [
    goal('page: compressed script of the first load', { atMost: mostScriptBytes }, most, formatKb),
    goal('page: build on the first start', { atMost: mostBuildMs }, buildMs, formatMs),
    goal('page: later starts', { atMost: mostUnchangedMs }, unchangedMs, formatMs),
    ...longTasks.map(({ act, longestMs }) =>
      goal(`page: longest task, ${act}`, { atMost: longTaskMs }, Math.max(...longestMs), formatMs),
    ),
  ];
}
