import type { ReplayReport, Row } from '../../schema/replay-report.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { idAndName, nameHtml } from '../name.ts';
import type { Section } from '../section.ts';
import type { NamedRow } from './breakdown.ts';
import { breakdownHtml } from './breakdown.ts';

const others = html`<i>all others</i>`;

/** What the tiers do to each of them: tiers, buyers and what the impressions are. */
export function breakdownSections(report: ReplayReport): Section[] {
  const { tiers, untiered, buyers, dmas, sizes, placements, hours } = report;
  const tierRows: NamedRow[] = tiers.map((row) => ({ name: idAndName(row.id, row.name, ''), row }));
  if (untiered.bids > 0) tierRows.push({ name: html`<i>no tier</i>`, row: untiered });
  return [
    {
      id: 'tiers',
      title: 'Tiers',
      body: breakdownHtml(
        'tier',
        'By tier, in the order checked; the difference is that of the same bids without tiers',
        tierRows,
      ),
    },
    section('buyers', 'Buyers', 'buyer', buyers, ({ id, name }) => idAndName(id, name, 'no known buyer')),
    section('dmas', 'Market areas', 'market area', dmas, ({ dma, name }) => idAndName(dma, name, 'none named')),
    section('sizes', 'Sizes', 'size', sizes, ({ size }) => (size === null ? html`<i>none named</i>` : nameHtml(size))),
    section('placements', 'Placements', 'placement', placements, ({ placement_id: id }) =>
      idAndName(id, null, 'none named'),
    ),
    section('hours-of-day', 'Hours of the day', 'hour', hours, ({ hour }) =>
      hour === null ? html`<i>not known</i>` : html`${`${String(hour).padStart(2, '0')}:00`}`,
    ),
  ];
}

function section<Named extends Row>(
  id: string,
  title: string,
  noun: string,
  { rows, other }: { readonly rows: readonly Named[]; readonly other: Row | null },
  nameOf: (row: Named) => Html,
): Section {
  const named: NamedRow[] = rows.map((row) => ({ name: nameOf(row), row }));
  if (other !== null) named.push({ name: others, row: other });
  const order = id === 'hours-of-day' ? 'UTC' : 'the highest revenue first';
  return { id, title, body: breakdownHtml(noun, `By ${noun}, ${order}`, named) };
}
