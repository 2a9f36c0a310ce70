import {
  breakEvenText,
  enoughDaysText,
  partsText,
  unitsText,
  type CompareReport,
} from '@auction-tiers/contract/compare-report';
import type { Html } from '@auction-tiers/chart';
import { axisHtml, createTrackScale, dot, html, rule, toneOf, trackHtml, whisker } from '@auction-tiers/chart';
import {
  count,
  counted,
  figures,
  moneyFormat,
  plainNumber,
  prose,
  shortMoney,
  signedPerCent,
} from '../../figure/page.ts';
import { confidenceOf } from '../../figure/text.ts';
import { feeText } from '../../schema/fee.ts';
import type { Fact } from '../kit/part.ts';
import { factsHtml, leadHtml, nameHtml, noDataHtml, originOf } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';
import { clustersHtml } from './compare-clusters.ts';
import { inputHtml } from './input.ts';

/** The difference if buyers react to the draft. */
export function sensitivityHtml(report: CompareReport): Html {
  const { currency, sensitivity, elasticity: elasticityOfVerdict } = report;
  const { model, sampled_auctions: sampled, break_even: breakEven, rows } = sensitivity;
  if (rows.length === 0) return noDataHtml('No elasticity was tried.');
  const money = moneyFormat(
    rows.map(({ difference }) => difference),
    currency,
  );
  const scale = createTrackScale(
    rows.flatMap(({ difference, interval }) =>
      [difference, ...(interval === null ? [] : [interval.low, interval.high])].map(Number),
    ),
  );
  return html`${leadHtml(breakEvenText(breakEven))}${tableHtml({
    caption: 'The difference in net revenue, by how much buyers react',
    isChart: true,
    rows,
    columns: [
      { head: 'Elasticity', kind: 'text', cell: ({ elasticity }) => elasticityText(elasticity, elasticityOfVerdict) },
      {
        head: `With its ${confidenceOf(report)} interval`,
        kind: 'track',
        axis: axisHtml(scale, shortMoney(currency)),
        cell: ({ difference, interval }) =>
          trackHtml(
            rule(scale, 0, 'zero'),
            interval && whisker(scale, Number(interval.low), Number(interval.high)),
            dot(scale, Number(difference), toneOf(Number(difference))),
          ),
      },
      {
        head: 'Difference in net',
        kind: 'figure',
        cell: ({ difference, per_cent: perCent }) =>
          html`${money.signed(difference)}${perCent === null ? null : html` <small>${signedPerCent(perCent)}</small>`}`,
      },
    ],
  })}<details class="model"><summary>How the reaction is modelled</summary>
<p class="note">${prose(model)} Estimated on ${counted(sampled, 'auction')}.</p>
</details>
`;
}

function elasticityText(value: number, elasticityOfVerdict: number): string {
  if (value === 0) return '0: no reaction';
  const text = value < 0 ? plainNumber(value) : `+${plainNumber(value)}`;
  return value === elasticityOfVerdict ? `${text}: the verdict's` : text;
}

const signs = { error: '✕', warning: '!', info: 'i' } as const;

/** The findings of lint in the draft; new findings first, then the findings that the current tiers have as well. */
export function lintHtml({ findings, resolved }: CompareReport['lint']): Html {
  const gone =
    resolved === 0
      ? null
      : html`<p class="note">${counted(resolved, 'finding')} of the current tiers ${resolved === 1 ? 'is' : 'are'} gone.</p>
`;
  if (findings.length === 0) return html`${noDataHtml('Lint found nothing in the draft.')}${gone}`;
  const ordered = findings.toSorted((left, right) => Number(right.is_new) - Number(left.is_new));
  return html`<ul class="findings">${ordered.map(
    ({ severity, message, advice, is_new: isNew, code }) =>
      html`<li class="${severity}"><span class="sign" aria-hidden="true">${signs[severity]}</span><div><p><b>${isNew ? 'New ' : ''}${severity}</b> ${message}</p><p class="advice">${advice} <code>${code}</code></p></div></li>
`,
  )}</ul>
${gone}`;
}

/** The limits of the figures. */
export function warningsHtml({ warnings }: CompareReport['support']): Html {
  if (warnings.length === 0) return noDataHtml('The log supports the figures: there is nothing to bear in mind.');
  return html`<ul class="findings">${warnings.map(
    ({ code, message }) =>
      html`<li class="warning"><span class="sign" aria-hidden="true">!</span><div><p>${message} <code>${code}</code></p></div></li>
`,
  )}</ul>
`;
}

/** How the figures were worked out, with all that is needed to repeat it. */
export function methodHtml(report: CompareReport): Html {
  const { method, support, seed, elasticity, current, draft, input, fee } = report;
  const facts: Fact[] = [
    ['Current tiers', tierSetHtml(current)],
    ...originOf('Current tiers', current),
    ['Draft', tierSetHtml(draft)],
    ...originOf('Draft', draft),
    ['Fee', feeText(fee)],
    ['Log', `${counted(input.files.length, 'file')}, ${counted(input.bytes, 'byte')}`],
    ['Elasticity of the verdict', plainNumber(elasticity)],
    ['Seed', html`<code>${nameHtml(seed)}</code>`],
    ['Auctions', `${count(report.auctions)} with ${counted(report.bids, 'bid')}`],
    ['Covered', `${counted(support.hours, 'hour')} on ${counted(support.days, 'day')}`],
    ['Time zone of the days', nameHtml(method.time_zone)],
    ['Users and sessions', unitsText(report.units, figures) ?? 'No auction names one.'],
    ['Days', enoughDaysText(method, figures)],
    ['Parts of the log', partsText(report.stability, figures) ?? 'Too few days for halves.'],
    ['Drafts tried on this log', count(report.tries)],
    ['Drawn again', counted(method.replicates, 'time')],
  ];
  return html`${leadHtml(method.description)}${factsHtml(facts)}${clustersHtml(report)}${inputHtml(input)}`;
}

function tierSetHtml({ name, ym_profile_id: id, tiers, revision }: CompareReport['current']): Html {
  return html`${nameHtml(name)}, ym-profile ${String(id)}, ${counted(tiers, 'tier')}, revision ${nameHtml(revision)}`;
}
