import { prose } from '../../figure/page.ts';
import type { TierSetSection } from '../../schema/section.ts';
import type { Html, Piece } from './html.ts';
import { html } from './html.ts';

/** A part of a report with a heading of its own. `id` is what links within the page name. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

export function sectionHtml({ id, title, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`;
}

/** Links to the sections, for pages that are longer than a screen. */
export function contentsHtml(sections: readonly Section[]): Html {
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<nav aria-label="Sections"><ul>${links}</ul></nav>
`;
}

/** A sentence above what it explains. */
export function lead(...pieces: readonly Piece[]): Html {
  return html`<p class="lead">${pieces.map((piece) => (typeof piece === 'string' ? prose(piece) : piece))}</p>
`;
}

/** A sentence in place of what there is no data for. */
export function nothing(sentence: string): Html {
  return html`<p class="nothing">${sentence}</p>
`;
}

/** One figure that one sees at once. */
export interface Tile {
  readonly label: string;
  readonly value: Piece;
  readonly note: Piece;
}

export function tilesHtml(tiles: readonly Tile[]): Html {
  const items = tiles.map(
    ({
      label,
      value,
      note,
    }) => html`<div class="tile"><dt>${label}</dt><dd><b>${value}</b><span>${note}</span></dd></div>
`,
  );
  return html`<dl class="tiles">${items}</dl>
`;
}

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

const longestName = 120;

/** A name that somebody gave: set apart, so that its writing direction stays its own, and of bearable length. */
export function nameHtml(name: string): Html {
  return html`<bdi>${shorten(name)}</bdi>`;
}

/** `101 Northwind Media`; what has no name is its id, and what has neither is `unknown`. */
export function idAndName(id: number | null, name: string | null, unknown: string): Html {
  if (id === null) return html`<i>${unknown}</i>`;
  return name === null ? html`${String(id)}` : html`<span class="id">${String(id)}</span> ${nameHtml(name)}`;
}

/** What the column of such things is called. */
export function headOf(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function shorten(name: string): string {
  const characters = Array.from(name);
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : name;
}
