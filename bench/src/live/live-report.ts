import { median } from '../measure/rounds.ts';
import { type Goal, goal, goalTable } from '../suite/goal.ts';
import { formatFigure, formatNs, type Table, toMarkdown, toText } from '../suite/table.ts';
import type { LiveFigures } from './figures.ts';
import { pageName } from './long-report.ts';

const nsPerMs = 1e6;
const formatMs = (ms: number) => formatNs(ms * nsPerMs);
const [mostLateMs, mostPageMs] = [2000, 150];

/** The value that so many per cent of the others do not exceed. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** The results for a terminal. */
export function liveText(figures: LiveFigures): string {
  const tables = [dueTable(figures), questionTable(figures), goalTable(liveGoals(figures))];
  return [...tables.map(toText), 'Each draft was published once, and every answer was checked.'].join('\n\n');
}

/** The part of the report about scheduled drafts and the live report. */
export function liveSection(figures: LiveFigures): string {
  const { drafts, report } = figures;
  const pairs = (report.tiers * report.buyers).toLocaleString('en-US');
  return `## Scheduled drafts and the live report

${drafts} drafts of two sellers, each of a ym-profile of its own, and the time from the due moment of a draft to the change of its tiers, by the clock of Redis. Each was published once.

${toMarkdown(dueTable(figures))}

\`GET /report\` of ${report.days} days with ${pairs} pairs of tier and buyer, one request after the other; *processor* is that of the service's whole process. Every row was checked.

${toMarkdown(questionTable(figures))}`;
}

function dueTable({ due }: LiveFigures): Table {
  return {
    header: ['drafts are due', 'drafts', 'median', '99 %', 'longest'],
    rows: due.map(({ name, lateMs }) => [
      name,
      String(lateMs.length),
      formatMs(median(lateMs)),
      formatMs(percentile(lateMs, 99)),
      formatMs(Math.max(...lateMs)),
    ]),
  };
}

function questionTable({ questions }: LiveFigures): Table {
  return {
    header: ['report', 'rows', 'answer', 'median', 'longest', 'processor'],
    rows: questions.map(({ name, rows, answerBytes, wallMs, processorMs }) => [
      name,
      rows.toLocaleString('en-US'),
      `${formatFigure(answerBytes / 1000)} KB`,
      formatMs(median(wallMs)),
      formatMs(Math.max(...wallMs)),
      formatMs(median(processorMs)),
    ]),
  };
}

export function liveGoals({ due, questions }: LiveFigures): Goal[] {
  const page = questions.find(({ name }) => name === pageName);
  return [
    ...due.map(({ name, lateMs }) =>
      goal(`a scheduled draft, longest wait: ${name}`, { atMost: mostLateMs }, Math.max(...lateMs), formatMs),
    ),
    goal('a page of a report of 8 days', { atMost: mostPageMs }, page && median(page.wallMs), formatMs),
  ];
}
