import type { CompareReport } from '../../compare/compare-report.ts';
import { count, counted } from '../figure.ts';
import type { Html, Piece } from '../html.ts';
import { html } from '../html.ts';
import { inputHtml } from '../input.ts';
import { nameHtml } from '../name.ts';
import { lead } from '../section.ts';

/** How the figures came about, so that anybody can have the same again. */
export function methodHtml(report: CompareReport): Html {
  const { method, support, seed, current, draft, input } = report;
  const facts: readonly (readonly [string, Piece])[] = [
    ['Current tiers', tierSetHtml(current)],
    ['Draft', tierSetHtml(draft)],
    ['Seed', html`<code>${nameHtml(seed)}</code>`],
    ['Auctions', `${count(report.auctions)} with ${counted(report.bids, 'bid')}`],
    ['Covered', `${counted(support.hours, 'hour')} on ${counted(support.days, 'day')}`],
    ['Blocks', `${count(method.blocks)}, of which ${count(method.changed_blocks)} change`],
    ['Drawn again', counted(method.replicates, 'time')],
    [
      'Width against blocks of single auctions',
      method.widening === null ? 'not known' : `${method.widening.toFixed(2)} times`,
    ],
  ];
  return html`${lead(method.description)}<dl class="facts">${facts.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>
`,
  )}</dl>
${inputHtml(input)}`;
}

function tierSetHtml({ name, ym_profile_id: id, tiers, revision }: CompareReport['current']): Html {
  return html`${nameHtml(name)}, ym-profile ${String(id)}, ${counted(tiers, 'tier')}, revision ${nameHtml(revision)}`;
}
