import type { CompareReport, IntervalMethod } from '@auction-tiers/contract/compare-report';
import type { Html } from '@auction-tiers/chart';
import { axisHtml, createTrackScale, dot, html, rule, toneOf, trackHtml, whisker } from '@auction-tiers/chart';
import { count, figures, moneyFormat, shortMoney } from '../../figure/page.ts';
import { confidenceOf } from '../../figure/text.ts';
import { headOf } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

const methodWords: Readonly<Record<IntervalMethod, string>> = { bootstrap: 'drawn again', student_t: "Student's t" };

type Cluster = CompareReport['method']['clusters'][number];

/** The interval of the difference by each kind of cluster; the report uses the widest. */
export function clustersHtml(report: CompareReport): Html {
  const {
    currency,
    method,
    net_to_seller: { difference },
  } = report;
  const bounds = method.clusters.flatMap(({ interval }) => (interval === null ? [] : [interval.low, interval.high]));
  const money = moneyFormat([difference, ...bounds], currency);
  const scale = createTrackScale([difference, ...bounds].map(Number));
  return tableHtml<Cluster>({
    caption: `The ${confidenceOf(report)} interval of the difference, by what may move together`,
    rows: method.clusters,
    columns: [
      {
        head: 'Cluster',
        kind: 'text',
        cell: ({ kind }) =>
          html`${headOf(kind.replaceAll('_', ' '))}${kind === method.used ? html` <b>used</b>` : null}`,
      },
      {
        head: 'With interval',
        kind: 'track',
        axis: axisHtml(scale, shortMoney(currency)),
        cell: ({ interval }) =>
          interval === null
            ? null
            : trackHtml(
                rule(scale, 0, 'zero'),
                whisker(scale, Number(interval.low), Number(interval.high)),
                dot(scale, Number(difference), toneOf(Number(difference))),
              ),
      },
      {
        head: `${confidenceOf(report)} interval`,
        kind: 'figure',
        cell: ({ interval }) =>
          interval === null ? 'none' : `${money.signed(interval.low)} to ${money.signed(interval.high)}`,
      },
      {
        head: 'Times as wide',
        kind: 'figure',
        cell: ({ widening }) => (widening === null ? '' : figures.decimal(widening, 2)),
      },
      { head: 'Clusters', kind: 'figure', cell: ({ clusters }) => count(clusters) },
      { head: 'With a change', kind: 'figure', cell: ({ changed_clusters: changed }) => count(changed) },
      { head: 'Method', kind: 'text', cell: ({ method: name }) => (name === null ? '' : methodWords[name]) },
    ],
  });
}
