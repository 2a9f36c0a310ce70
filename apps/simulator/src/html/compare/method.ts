import type { CompareReport } from '../../schema/compare-report.ts';
import { count, counted, plainNumber } from '../figure.ts';
import type { Fact } from '../fact.ts';
import { factsHtml, originOf } from '../fact.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { inputHtml } from '../input.ts';
import { nameHtml } from '../name.ts';
import { lead } from '../section.ts';

/** How the figures came about, so that anybody can have the same again. */
export function methodHtml(report: CompareReport): Html {
  const { method, support, seed, elasticity, current, draft, input } = report;
  const facts: Fact[] = [
    ['Current tiers', tierSetHtml(current)],
    ...originOf('Current tiers', current),
    ['Draft', tierSetHtml(draft)],
    ...originOf('Draft', draft),
    ['Log', `${counted(input.files.length, 'file')}, ${counted(input.bytes, 'byte')}`],
    ['Elasticity of the verdict', plainNumber(elasticity)],
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
  return html`${lead(method.description)}${factsHtml(facts)}${inputHtml(input)}`;
}

function tierSetHtml({ name, ym_profile_id: id, tiers, revision }: CompareReport['current']): Html {
  return html`${nameHtml(name)}, ym-profile ${String(id)}, ${counted(tiers, 'tier')}, revision ${nameHtml(revision)}`;
}
