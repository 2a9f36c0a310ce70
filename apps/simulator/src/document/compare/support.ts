import {
  breakEvenText,
  enoughDaysText,
  partsText,
  toldWarnings,
  unitsText,
  warningKeyOf,
  type CompareReport,
  type IntervalMethod,
} from '@auction-tiers/contract/compare-report';
import type { Block, Fact, Inline } from '@auction-tiers/report-document';
import {
  boundsInBrackets,
  boundsText,
  code,
  count,
  counted,
  details,
  effectTrack,
  facts,
  figure,
  figures,
  list,
  moneyFormat,
  moneyOf,
  name,
  plainNumber,
  said,
  sentence,
  signedPerCent,
  small,
  strong,
  table,
  text,
} from '@auction-tiers/report-document';
import { capital, confidenceOf } from '../../figure/text.ts';
import { feeText } from '../../schema/fee.ts';
import { inputBlocks } from '../section/input.ts';
import { originOf } from '../section/origin.ts';
import { withRemedy } from './remedy.ts';

/** What a measured answer of buyers changes, and how it was used; empty: none was given. */
export function answerText({ measured_answer: measured, currency }: CompareReport): string {
  if (measured === null) return '';
  const { experiment_id: id, until, without, with: answered, model, sampled_auctions: sampled } = measured;
  const money = moneyFormat(currency, [without.net, answered.net]);
  const shown = ({ net, interval }: typeof without) =>
    `${money.signed(net)}${boundsInBrackets(interval, money.signed)}`;
  return `With the reaction of buyers that experiment ${id} measured until ${until} UTC: ${shown(answered)}; without it ${shown(without)}. ${model} Estimated on ${counted(sampled, 'auction')}.`;
}

/** The difference if buyers react to the draft. */
export function sensitivityBlocks(report: CompareReport): Block[] {
  const { currency, sensitivity, elasticity: elasticityOfVerdict } = report;
  const { model, sampled_auctions: sampled, break_even: breakEven, rows } = sensitivity;
  if (rows.length === 0) return [sentence('No elasticity was tried.', 'nothing')];
  const money = moneyOf(currency, rows, ({ difference }) => difference);
  return [
    sentence(breakEvenText(breakEven)),
    table(rows, {
      caption: 'The difference in net revenue, by how much buyers react',
      isChart: true,
      columns: [
        text('Elasticity', ({ elasticity }) => elasticityText(elasticity, elasticityOfVerdict)),
        effectTrack(
          `With its ${confidenceOf(report)} interval`,
          rows,
          currency,
          ({ difference, interval }) => ({ difference, bounds: interval }),
          'dot',
        ),
        figure('Difference in net', ({ difference, per_cent: perCent }) => [
          money.signed(difference),
          perCent === null ? null : [' ', small(signedPerCent(perCent))],
        ]),
        figure(`${confidenceOf(report)} interval`, ({ interval }) => boundsText(interval, money.signed), 'text'),
      ],
    }),
    details(
      'model',
      'How the reaction is modelled',
      [sentence(`${model} Estimated on ${counted(sampled, 'auction')}.`, 'note')],
      { isInText: true },
    ),
  ];
}

function elasticityText(value: number, elasticityOfVerdict: number): string {
  if (value === 0) return '0: no reaction';
  const shown = value < 0 ? plainNumber(value) : `+${plainNumber(value)}`;
  return value === elasticityOfVerdict ? `${shown}: the verdict's` : shown;
}

const signs = { error: '✕', warning: '!', info: 'i' } as const;

/** The findings of lint in the draft; new findings first, then the findings that the current tiers have as well. */
export function lintBlocks({ findings, resolved }: CompareReport['lint']): Block[] {
  const are = resolved === 1 ? 'is' : 'are';
  const ordered = findings.toSorted((left, right) => Number(right.is_new) - Number(left.is_new));
  return [
    findings.length === 0
      ? sentence('No issues were found in the draft.', 'nothing')
      : list(
          ordered.map(({ severity, message, advice, is_new: isNew, code: id }) => ({
            tone: severity,
            sign: signs[severity],
            text: [strong(`${isNew ? 'new ' : ''}${severity}:`), ' ', message],
            advice: [advice, ' ', code(id)],
          })),
          'findings',
        ),
    ...(resolved === 0 ? [] : [sentence(`${counted(resolved, 'finding')} of the current tiers ${are} gone.`, 'note')]),
  ];
}

/** The limits of the figures that do not stand with the verdict. */
export function warningBlocks(report: CompareReport): Block[] {
  const { support, input } = report;
  if (support.warnings.length === 0) {
    return [sentence('The log supports the figures: there is nothing to bear in mind.', 'nothing')];
  }
  const { others } = toldWarnings(report);
  if (others.length === 0) return [sentence('There is nothing more than what stands with the verdict.', 'nothing')];
  const paths = input.files.map((one) => one.file);
  const items = others.map((warning) => ({
    tone: 'warning' as const,
    sign: '!',
    text: [said(withRemedy(warning, report), paths), ' ', code(warningKeyOf(warning))],
  }));
  return [list(items, 'findings')];
}

/** How the figures were worked out, with all that is needed to repeat it. */
export function methodBlocks(report: CompareReport): Block[] {
  const { method, support, seed, elasticity, current, draft, input, fee } = report;
  const rows: Fact[] = [
    ['Current tiers', tierSetWords(current)],
    ...originOf('Current tiers', current),
    ['Draft', tierSetWords(draft)],
    ...originOf('Draft', draft),
    ['Fee', feeText(fee)],
    ['Log', `${counted(input.files.length, 'file')}, ${counted(input.bytes, 'byte')}`],
    ['Elasticity of the verdict', plainNumber(elasticity)],
    ['Seed', code(seed)],
    ['Auctions', `${count(report.auctions)} with ${counted(report.bids, 'bid')}`],
    ['Covered', `${counted(support.hours, 'hour')} on ${counted(support.days, 'day')}`],
    ['Time zone of the days', name(method.time_zone)],
    ['Users and sessions', unitsText(report.units, figures) ?? 'No auction names one.'],
    ['Days', enoughDaysText(method, figures)],
    ['Parts of the log', partsText(report.stability, figures) ?? 'Too few days for halves.'],
    ['Drafts tried on this log', count(report.tries)],
    ['Drawn again', counted(method.replicates, 'time')],
  ];
  return [sentence(method.description), facts(rows), clusterTable(report), ...inputBlocks(input)];
}

const tierSetWords = ({ name: own, ym_profile_id: id, tiers, revision }: CompareReport['current']): Inline => [
  name(own),
  ` (ym-profile ${id}, ${counted(tiers, 'tier')}, revision `,
  name(revision),
  ')',
];

const methodWords: Readonly<Record<IntervalMethod, string>> = { bootstrap: 'drawn again', student_t: "Student's t" };

/** The interval of the difference by each kind of cluster; the report uses the widest. */
function clusterTable(report: CompareReport): Block {
  const {
    currency,
    method: { clusters, used },
    net_to_seller: { difference },
  } = report;
  const bounds = clusters.flatMap(({ interval }) => (interval === null ? [] : [interval.low, interval.high]));
  const money = moneyFormat(currency, [difference, ...bounds]);
  return table(clusters, {
    caption: `The ${confidenceOf(report)} interval of the difference, by what may move together`,
    columns: [
      text('Group', ({ kind }) => [capital(kind.replaceAll('_', ' ')), kind === used ? [' ', strong('used')] : null]),
      effectTrack(
        'With interval',
        clusters,
        currency,
        ({ interval }) => (interval === null ? null : { difference, bounds: interval }),
        'dot',
      ),
      figure(`${confidenceOf(report)} interval`, ({ interval }) => boundsText(interval, money.signed, 'none')),
      figure('Times as wide', ({ widening }) => (widening === null ? '' : figures.decimal(widening, 2))),
      figure('Groups', (row) => count(row.clusters)),
      figure('With a change', (row) => count(row.changed_clusters)),
      text('Method', ({ method, degrees_of_freedom: freedom }) => [
        method === null ? '' : methodWords[method],
        method === 'student_t' && freedom !== null ? `, ${freedom} degrees of freedom` : '',
      ]),
    ],
  });
}
