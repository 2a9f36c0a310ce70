import { type Goal, goal, goalTable } from '../suite/goal.ts';
import { formatPercent, type Table, toMarkdown, toText } from '../suite/table.ts';
import type { Effect } from './effect.ts';
import { coverage, launchShare, type TruthCell, type TruthFigures } from './figures.ts';
import { doubled, isPersistent, isShort, type Population } from './population.ts';

/** The results for a terminal. */
export function truthText(figures: TruthFigures): string {
  return [toText(truthTable(figures)), toText(usedTable(figures)), toText(goalTable(truthGoals(figures)))].join('\n\n');
}

/** One cell in a line, for those who watch. */
export function cellText(cell: TruthCell): string {
  return `${cell.effect}: covered ${formatPercent(coverage(cell))}, launch ${formatPercent(launchShare(cell))}`;
}

/** The part of the report about verdicts. */
export function truthSection(figures: TruthFigures): string {
  return `## Verdicts against the truth

\`compare\` says how certain a difference is, and what to do. Here it is asked about logs of populations whose true effect is known by construction: the draft prefers one side of bidders where the current tiers prefer the other; without an effect the sides are alike, and an effect scales the bids of one. ${figures.logs.toLocaleString('en-US')} logs each, at no effect and at three standard errors of the difference over all logs of the population, down (−) and up (+). *Covered*: the 95 % interval holds the true difference. *Launch*: the verdict. Logs of 3,000 auctions in 7 days and 20 placements, unless said otherwise; of twice as many in 14 days in the last column.

${toMarkdown(truthTable(figures))}

The kind of cluster whose interval was the widest, and so used, at no effect:

${toMarkdown(usedTable(figures))}`;
}

export function truthGoals({ cells }: TruthFigures): Goal[] {
  const short = cells.filter(({ population }) => isShort(population));
  const long = cells.filter(({ population }) => !isShort(population));
  const week = long.filter(({ population }) => population.days === 7);
  const usual = week.filter(({ population }) => !isPersistent(population));
  const persistent = week.filter(({ population }) => isPersistent(population));
  const gains = long.filter(({ effect }) => effect === 'positive');
  return [
    worst('truth covered, worst population', { atLeast: 0.93 }, usual, coverage),
    worst('truth covered, AR(1) of 0.95', { atLeast: 0.8 }, persistent, coverage),
    worst('launch at no effect, worst population', { atMost: 0.035 }, usual.filter(hasNoEffect), launchShare),
    worst('launch at no effect, AR(1) of 0.95', { atMost: 0.08 }, persistent.filter(hasNoEffect), launchShare),
    worst('launch from 2 days, any effect', { atMost: 0 }, short, launchShare),
    worst(
      'launch at +3 standard errors, 7 days, worst population',
      { atLeast: 0.5 },
      gains.filter(({ population }) => population.days === 7),
      launchShare,
    ),
    worst(
      'launch at +3 standard errors, 14 days, worst population',
      { atLeast: 0.7 },
      gains.filter(({ population }) => population.days === 14),
      launchShare,
    ),
  ];
}

function hasNoEffect({ effect }: TruthCell): boolean {
  return effect === 'zero';
}

/** The goal for the cell that is farthest from it. */
function worst(
  what: string,
  bound: Parameters<typeof goal>[1],
  cells: readonly TruthCell[],
  shareOf: (cell: TruthCell) => number,
): Goal {
  const shares = cells.map(shareOf);
  const found = 'atMost' in bound ? Math.max(...shares) : Math.min(...shares);
  return goal(what, bound, shares.length === 0 ? undefined : found, formatPercent);
}

function truthTable(figures: TruthFigures): Table {
  return {
    header: ['population', 'covered at 0', 'at −', 'at +', 'launch at 0', 'at −', 'at +', 'at +, 14 days'],
    rows: populationsOf(figures).map((population) => {
      const at = (effect: Effect) => find(figures, population, effect);
      return [
        population.name,
        share(at('zero'), coverage),
        share(at('negative'), coverage),
        share(at('positive'), coverage),
        share(at('zero'), launchShare),
        share(at('negative'), launchShare),
        share(at('positive'), launchShare),
        share(find(figures, doubled(population), 'positive'), launchShare),
      ];
    }),
  };
}

function usedTable(figures: TruthFigures): Table {
  const cells = populationsOf(figures).flatMap((population) => find(figures, population, 'zero') ?? []);
  const kinds = ['auction', 'unit', 'minute_and_placement', 'hour_and_placement', 'hour', 'day'];
  return {
    header: ['population', ...kinds.map((kind) => kind.replaceAll('_', ' ')), 'days move together'],
    rows: cells.map(({ population, used, movesTogether, logs }) => [
      population.name,
      ...kinds.map((kind) => formatPercent((used[kind] ?? 0) / logs)),
      formatPercent(movesTogether / logs),
    ]),
  };
}

/** The populations, without their logs of twice as many days. */
function populationsOf({ cells }: TruthFigures): Population[] {
  return cells.filter(({ effect }) => effect === 'zero').map(({ population }) => population);
}

function find({ cells }: TruthFigures, { name, days }: Population, effect: Effect): TruthCell | undefined {
  return cells.find((cell) => cell.effect === effect && cell.population.name === name && cell.population.days === days);
}

/** A share of the logs of a cell; a dash where there is no such cell. */
function share(cell: TruthCell | undefined, of: (cell: TruthCell) => number): string {
  return cell === undefined ? '-' : formatPercent(of(cell));
}
