import { axisHtml, bar, createTrackScale, rule, toneOf, trackHtml } from '@auction-tiers/chart';
import type { CompareReport, Row } from '@auction-tiers/contract/compare-report';
import type { Block, Inline } from '@auction-tiers/report-document';
import {
  boundsText,
  count,
  counted,
  effectTrack,
  figure,
  idAndName,
  moneyOf,
  only,
  others,
  sentence,
  shortMoney,
  signedCount,
  strong,
  table,
  text,
  toned,
} from '@auction-tiers/report-document';
import { cumsum } from 'd3-array';
import { capital, confidenceOf, missesOf, pluralOf } from '../../figure/text.ts';
import { presenceOf } from '../section/funnel.ts';

const directionWords: Readonly<Record<Row['direction'], string>> = {
  gains: '▲ gains',
  loses: '▼ loses',
  unclear: 'unclear',
  same: 'same',
};

/** Rows of a breakdown on the terminal. */
const mostInText = 8;

const nothing = (words: string): Block[] => [only('file', sentence(words, 'nothing'))];

/** Which buyers, tiers or placements gain and lose: each row with its difference as a bar with its interval. */
export function breakdownBlocks(
  noun: string,
  { rows, comparisons }: CompareReport['buyers'],
  report: CompareReport,
): Block[] {
  const { currency } = report;
  if (rows.length === 0) return nothing(`The log has no ${noun} that bought or brought anything.`);
  const changing = rows.filter(({ direction }) => direction !== 'same');
  if (changing.length === 0) return nothing(`Nothing changes for any ${noun}.`);
  const same = rows.length - changing.length;
  const rest = same === 0 ? '' : `${counted(same, noun)} without any change ${same === 1 ? 'is' : 'are'} not listed. `;
  const levels = moneyOf(currency, changing, ({ current, draft }) => [current.net_to_seller, draft.net_to_seller]);
  const differences = moneyOf(currency, changing, ({ difference }) => difference.net_to_seller);
  const smaller = comparisons === changing.length ? '' : ' The others, whose differences are smaller, have none.';
  const intervals =
    comparisons === 0
      ? 'There are too few groups of auctions for intervals.'
      : `${counted(comparisons, 'row has an interval', 'rows have an interval')}, each for itself: at ${confidenceOf(report)}, ${missesOf(report)}.${smaller}`;
  return [
    sentence(`${rest}${intervals}`),
    table(changing, {
      caption: `Net to the seller by ${noun}, the largest difference first`,
      mostInText,
      columns: [
        text(capital(noun), (row) => rowName(row, noun)),
        figure('Difference', ({ difference }) => differences.signed(difference.net_to_seller)),
        effectTrack('With interval', changing, currency, ({ difference, interval }) => ({
          difference: difference.net_to_seller,
          bounds: interval,
        })),
        figure(`${confidenceOf(report)} interval`, ({ interval }) => boundsText(interval, differences.signed)),
        // A row without an interval was not tested, so it is not called unclear.
        text('', ({ direction, interval }) => (interval === null ? null : toned(direction, directionWords[direction]))),
        figure('Draft wins', ({ draft }) => count(draft.wins)),
        figure('+/−', ({ difference }) => signedCount(difference.wins)),
        figure('Current', ({ current }) => levels.plain(current.net_to_seller), 'file'),
        figure('Draft', ({ draft }) => levels.plain(draft.net_to_seller)),
        figure('Forgone', ({ draft }) => levels.plain(draft.forgone)),
        figure('+/−', ({ difference }) => levels.signed(difference.forgone)),
      ],
    }),
  ];
}

const shownSteps = 10;

interface Step {
  readonly name: Inline;
  readonly from: number;
  readonly to: number;
  readonly amount: string | number;
  readonly isTotal: boolean;
}

/** A waterfall: how the differences of single rows add up to the total. The ten largest, then all others together. */
export function waterfall(noun: string, rows: readonly Row[], report: CompareReport): Block {
  const { currency } = report;
  const { difference: total } = report.net_to_seller;
  const changing = rows.filter(({ difference }) => Number(difference.net_to_seller) !== 0);
  if (changing.length === 0) {
    return only('file', sentence(`No ${noun} brings more or less than before.`, 'nothing'));
  }
  const shown = changing.slice(0, shownSteps);
  const rest = changing.length - shown.length;
  const amounts: (string | number)[] = shown.map(({ difference }) => difference.net_to_seller);
  const names = shown.map((row) => rowName(row, noun));
  if (rest > 0) {
    names.push(others(counted(rest, `other ${noun}`)));
    // Rounded, for the drawing only: the exact amounts are in the table of the rows.
    amounts.push(Number(total) - amounts.reduce<number>((sum, amount) => sum + Number(amount), 0));
  }
  const ends = Array.from(cumsum(amounts, Number));
  const steps: Step[] = names.map((name, at) => ({
    name,
    from: ends[at - 1] ?? 0,
    to: ends[at]!,
    amount: amounts[at]!,
    isTotal: false,
  }));
  steps.push({ name: strong('All together'), from: 0, to: Number(total), amount: total, isTotal: true });
  const scale = createTrackScale(steps.map(({ to }) => to));
  const money = moneyOf(currency, steps, ({ amount }) => amount);
  return only(
    'file',
    table(steps, {
      caption: `What each ${noun} adds to the difference`,
      isChart: true,
      columns: [
        text(capital(noun), ({ name }) => name),
        {
          head: 'Each from where the last one ended',
          kind: 'track',
          axis: axisHtml(scale, shortMoney(currency)),
          cell: ({ from, to, isTotal }, at) =>
            trackHtml(
              rule(scale, 0, 'zero'),
              at === 0 || isTotal ? null : rule(scale, from, 'link'),
              bar(scale, from, to, isTotal ? 'total' : toneOf(to - from)),
            ),
        },
        figure('Difference in net', ({ amount }) => money.signed(amount)),
      ],
    }),
  );
}

/** The name of a row of a comparison. */
function rowName({ kind, id, name, presence }: Row, noun: string): Inline {
  if (kind === 'other') return others(`all other ${pluralOf(noun)}`);
  return [idAndName(id, name, noun === 'tier' ? 'untiered' : `no known ${noun}`), presenceOf(presence)];
}
