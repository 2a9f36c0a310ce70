import type { Content, Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';

export interface Drawing {
  readonly heightPx: number;
  readonly body: Content;
}

export interface Chart {
  /** Unique in the page; it links the chart to its title and description. */
  readonly id: string;
  readonly title: string;
  /** What the chart shows, in a sentence, for screen readers. */
  readonly description: string;
  readonly draw: (widthPx: number) => Drawing;
  /** Whether marks are links: a screen reader then gets a group with those links, not one picture. */
  readonly hasLinks?: boolean;
}

/** For a desktop screen, a sheet of paper and a phone. */
const widthsPx = { wide: 1040, middle: 640, narrow: 340 } as const;

/** A chart for a width in CSS pixels. Default: the width of a phone or a card, which fits any window. */
export function chartHtml(chart: Chart, widthPx: number = widthsPx.narrow): Html {
  return svgHtml(chart, '', widthPx);
}

/**
 * A chart for a document without scripts, which cannot measure its window: the chart is drawn for several widths, and
 * the style sheet shows the one that fits, so that letters keep their size.
 */
export function documentChartHtml(chart: Chart): Html {
  return html`${(['wide', 'middle', 'narrow'] as const).map((name) => svgHtml(chart, ` ${name}`, widthsPx[name]))}`;
}

function svgHtml({ id, title, description, draw, hasLinks = false }: Chart, name: string, widthPx: number): Html {
  const { heightPx, body } = draw(widthPx);
  const own = `${id}${name.replace(' ', '-')}`;
  return html`<svg class="chart${name}" role="${hasLinks ? 'group' : 'img'}" aria-labelledby="${own}-title ${own}-desc" viewBox="0 0 ${widthPx} ${heightPx}">
<title id="${own}-title">${title}</title>
<desc id="${own}-desc">${description}</desc>
${body}
</svg>
`;
}

/** A legend of the marks of a chart; an entry with several classes has a key for each. */
export function legendHtml(
  entries: readonly (readonly [className: string | readonly string[], label: string])[],
): Html {
  const items = entries.map(
    ([classNames, label]) =>
      html`<li>${[classNames].flat().map((name) => html`<svg class="key" aria-hidden="true"><rect class="mark ${name}" x="1" y="1" width="14" height="10"/></svg>`)}${label}</li>`,
  );
  return html`<ul class="legend">${items}</ul>
`;
}
