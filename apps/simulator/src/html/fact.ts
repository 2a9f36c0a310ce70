import type { TierSetSection } from '../schema/tier-set-section.ts';
import type { Html, Piece } from './html.ts';
import { html } from './html.ts';
import { nameHtml } from './name.ts';

/** What there is to know of a report, and its value. */
export type Fact = readonly [term: string, value: Piece];

export function factsHtml(facts: readonly Fact[]): Html | null {
  if (facts.length === 0) return null;
  return html`<dl class="facts">${facts.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>
`,
  )}</dl>
`;
}

/** Where tiers came from, and how to tell that file from any other. */
export function originOf(term: string, { file, sha256 }: Pick<TierSetSection, 'file' | 'sha256'>): Fact[] {
  if (file === null) return [];
  return [
    [`${term}: file`, nameHtml(file)],
    [`${term}: SHA-256`, html`<code>${sha256}</code>`],
  ];
}
