import type { Html, Piece } from './html.ts';
import { prose } from './figure.ts';
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
