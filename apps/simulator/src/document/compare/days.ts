import { keepingOf, wantedText, type CommitmentRow, type CompareReport } from '@auction-tiers/contract/compare-report';
import type { Block } from '@auction-tiers/report-document';
import {
  boundsInBrackets,
  boundsText,
  count,
  counted,
  figure,
  figures,
  file,
  moneyFormat,
  moneyOf,
  name,
  only,
  percent,
  sentence,
  table,
  text,
  toned,
} from '@auction-tiers/report-document';
import { confidenceOf } from '../../figure/text.ts';

/** What the draft brings in a mean day of the log, in a month of such days, and on each day. */
export function dayBlocks(report: CompareReport): Block[] {
  const {
    currency,
    by_day: { days, per_day: perDay, per_month: perMonth, assumption },
  } = report;
  if (perDay === null || perMonth === null) {
    return [only('file', sentence('The log does not say of which days its auctions are.', 'nothing'))];
  }
  const means = [
    { name: 'a day, on average', ...perDay },
    { name: `${perMonth.days} days`, ...perMonth },
  ];
  const money = moneyOf(currency, means, ({ current, draft }) => [current, draft]);
  const eachDay = moneyOf(currency, days, ({ current, draft }) => [current.net_to_seller, draft.net_to_seller]);
  const { lowest, highest, standard_deviation: deviation } = perDay;
  const spread =
    deviation === null
      ? ''
      : `Single days differ by ${money.signed(lowest)} to ${money.signed(highest)}, with a standard deviation of ${money.plain(deviation)} over ${counted(perDay.days, 'day')}. `;
  return [
    sentence(`${spread}${assumption ?? ''}`),
    table(means, {
      caption: 'Net to the seller by day and month',
      columns: [
        text('Net to the seller', (row) => row.name),
        figure('Current', ({ current }) => money.plain(current)),
        figure('Draft', ({ draft }) => money.plain(draft)),
        figure('Difference', ({ difference }) => money.signed(difference)),
        figure(`${confidenceOf(report)} interval`, ({ interval }) => boundsText(interval, money.signed)),
      ],
    }),
    only(
      'file',
      table(days, {
        caption: 'Net to the seller of each day',
        columns: [
          text('Day', ({ date, is_whole: isWhole }) => (isWhole ? date : `${date} (a part)`)),
          figure('Auctions', ({ auctions }) => count(auctions)),
          figure('Current', ({ current }) => eachDay.plain(current.net_to_seller)),
          figure('Draft', ({ draft }) => eachDay.plain(draft.net_to_seller)),
          figure('Difference', ({ difference }) => eachDay.signed(difference.net_to_seller)),
        ],
      }),
    ),
  ];
}

/** What the draft must keep, and what the log says of it. */
export function commitmentBlocks(report: CompareReport): Block[] {
  const { commitments: rows, currency } = report;
  const broken = rows.filter(({ is_kept: isKept }) => !isKept).length;
  const money = moneyOf(currency, rows, (row) => (row.figure === 'net' ? [row.current, row.draft] : []));
  const show = (row: CommitmentRow) => (value: number | string) => {
    if (row.figure === 'share_of_net') return percent(Number(value));
    return row.figure === 'wins' ? count(Number(Number(value).toFixed(1))) : money.plain(value);
  };
  return [
    sentence(`The draft keeps ${count(rows.length - broken)} of ${counted(rows.length, 'commitment')}.`),
    table(rows, {
      caption: 'Commitments, per day of the log',
      columns: [
        text('Commitment', (row) => name(wantedText(row, currency, figures))),
        text('', (row) => {
          const keeping = keepingOf(row, row.draft);
          return keeping === 'kept'
            ? toned('gains', '✓ kept')
            : toned('loses', keeping === 'broken' ? '✕ broken' : '? not sure');
        }),
        figure('Current', (row) => show(row)(row.current)),
        figure('Draft', (row) => show(row)(row.draft)),
        figure(`${confidenceOf(report)} interval of the draft`, (row) => boundsText(row.interval, show(row))),
        figure('Days that keep it', ({ kept_days: kept }) =>
          kept === null ? 'not judged' : `${count(kept.current)} → ${count(kept.draft)} of ${count(kept.days)}`,
        ),
      ],
    }),
  ];
}

/** The auctions that change the most, and what is left of the difference without them. */
export function largestBlocks({ currency, largest_differences: largest, net_to_seller: net }: CompareReport): Block[] {
  const { removed, difference, interval, auctions } = largest;
  if (removed === 0) return [only('file', sentence('No auction brings more or less than before.', 'nothing'))];
  const money = moneyFormat(currency, [net.difference, difference]);
  const prices = moneyOf(currency, auctions, ({ current, draft }) => [current, draft]);
  const left = `${money.signed(difference)}${boundsInBrackets(interval, money.signed)}`;
  return [
    sentence(
      `Without the ${counted(removed, 'auction')} that ${removed === 1 ? 'changes' : 'change'} the most, the difference is ${left} in place of ${money.signed(net.difference)}. A verdict must not rest on so few.`,
    ),
    only(
      'file',
      table(auctions, {
        caption: `The auctions that change the most, of ${count(removed)}: net, CPM`,
        columns: [
          text('Place', (one) => [file(one.file), ', ', name(one.place)]),
          figure('Current', ({ current }) => prices.plain(current)),
          figure('Draft', ({ draft }) => prices.plain(draft)),
          figure('Difference', (one) => prices.signed(one.difference)),
        ],
      }),
    ),
  ];
}
