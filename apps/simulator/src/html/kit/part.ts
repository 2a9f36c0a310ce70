import type { TierSetSection } from '@auction-tiers/contract/compare-report';
import type { Content, Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { prose } from '../../figure/page.ts';

/** A section of a page. Links within the page lead to its `id`. */
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

/** Links to all sections. */
export function contentsHtml(sections: readonly Section[]): Html {
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<nav aria-label="Sections"><ul>${links}</ul></nav>
`;
}

/** An introduction above a table or chart. */
export function leadHtml(...contents: readonly Content[]): Html {
  return html`<p class="lead">${contents.map((content) => (typeof content === 'string' ? prose(content) : content))}</p>
`;
}

/** A sentence in the place of a table or chart for which there is no data. */
export function noDataHtml(sentence: string): Html {
  return html`<p class="nothing">${sentence}</p>
`;
}

/** A key figure at the top of a page. */
export interface Tile {
  readonly label: string;
  readonly value: Content;
  readonly note: Content;
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

/** A row of a list of facts about a report. */
export type Fact = readonly [term: string, value: Content];

export function factsHtml(facts: readonly Fact[]): Html | null {
  if (facts.length === 0) return null;
  return html`<dl class="facts">${facts.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>
`,
  )}</dl>
`;
}

/** The file that tiers were read from, with its hash. Empty for tiers that were not read from a file. */
export function originOf(term: string, { file, sha256 }: Pick<TierSetSection, 'file' | 'sha256'>): Fact[] {
  if (file === null) return [];
  return [
    [`${term}: file`, fileHtml(file)],
    [`${term}: SHA-256`, html`<code>${sha256}</code>`],
  ];
}

const longestName = 120;

/** A name that a user chose: cut at 120 characters, and in an element of its own, so that its writing direction ends with it. */
export function nameHtml(name: string): Html {
  return html`<bdi>${shorten(name)}</bdi>`;
}

/** The name of a file without its folders, which say nothing to a reader on another machine; the JSON report has the path. */
export function fileHtml(path: string): Html {
  return nameHtml(fileNameOf(path));
}

/** A sentence of the report with the names of these files in place of their paths. */
export function withoutFolders(sentence: string, paths: readonly string[]): string {
  return paths
    .filter((path) => path !== fileNameOf(path))
    .reduce((text, path) => text.replaceAll(path, () => fileNameOf(path)), sentence);
}

function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path;
}

/** `101 Northwind Media`; the id alone where there is no name, and the text `unknown` where there is no id. */
export function idAndName(id: number | null, name: string | null, unknown: string): Html {
  if (id === null) return name === null ? html`<i>${unknown}</i>` : html`${nameHtml(name)}`;
  return name === null ? html`${String(id)}` : html`<span class="id">${String(id)}</span> ${nameHtml(name)}`;
}

/** A mark on a tier that only one of two compared tier sets has. */
export function presenceHtml(presence: 'both' | 'new' | 'removed' | null): Html | null {
  return presence === 'new' || presence === 'removed' ? html` <small>${presence}</small>` : null;
}

/** A noun as the head of a column: with a capital. */
export function headOf(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function shorten(name: string): string {
  const characters = Array.from(name);
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : name;
}
