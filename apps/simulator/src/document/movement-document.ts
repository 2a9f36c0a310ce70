import { movementParts, type MovementReport } from '@auction-tiers/contract';
import type { ReportDocument } from '@auction-tiers/report-document';
import {
  boundsText,
  count,
  counted,
  figure,
  list,
  moneyFormat,
  name,
  section,
  table,
  text,
} from '@auction-tiers/report-document';

/** Causes of each part that are shown; the JSON report has all. */
const mostCauses = 5;
/** What moved net. */
export function movementDocument(report: MovementReport): ReportDocument {
  const { against, from, difference, currency, parts, sentences, auctions } = report;
  const money = moneyFormat(currency, [against, from]);
  const rows = [
    ...parts.flatMap(({ kind, net, interval, of }) => [
      { name: movementParts[kind], net, interval },
      ...of.slice(0, mostCauses).map((cause) => ({ name: ['  ', name(cause.name)], net: cause.net, interval: null })),
    ]),
    { name: 'Difference', net: difference, interval: null },
  ];
  return {
    currency,
    title: 'Movement of net',
    kind: 'Movement',
    headline: `${money.plain(against)} before, ${money.plain(from)} after`,
    subject: `Based on ${counted(auctions.from, 'auction')} (${count(auctions.against)} in the earlier period).`,
    opening: [list(sentences.map(({ text: words }) => words))],
    sections: [
      section('parts', 'Where the difference comes from', [
        table(rows, {
          caption: 'Parts of the difference, which add up to it',
          columns: [
            text('Part', (row) => row.name),
            figure('Net', ({ net }) => money.signed(net)),
            figure('95 % interval', ({ interval }) => boundsText(interval, money.signed)),
          ],
        }),
      ]),
    ],
  };
}
