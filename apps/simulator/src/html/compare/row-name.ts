import type { Row } from '../../schema/compare-report.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { idAndName } from '../name.ts';

/** What a row of a comparison is called. */
export function rowName({ kind, id, name }: Row, noun: string): Html {
  if (kind === 'other') return html`<i>all other ${noun}s</i>`;
  return idAndName(id, name, noun === 'tier' ? 'untiered' : `no known ${noun}`);
}
