import type { Html } from '@auction-tiers/chart';
import { chartHtml, documentChartHtml, html, legendHtml } from '@auction-tiers/chart';
import type { Block, ChartBlock, Details, Facts, Item, List, Section } from '../block/block.ts';
import { tableHtml } from './table.ts';
import { wordsHtml } from './words.ts';

export function blocksHtml(blocks: readonly Block[]): Html {
  return html`${blocks.filter(({ only }) => only !== 'text').map(blockHtml)}`;
}

function blockHtml(block: Block): Html {
  switch (block.block) {
    case 'sentence':
      if (block.look === 'heading')
        return html`<h3>${wordsHtml(block.text)}</h3>
`;
      return html`<p class="${block.look}">${wordsHtml(block.text)}</p>
`;
    case 'list':
      return listHtml(block);
    case 'facts':
      return factsHtml(block);
    case 'table':
      return tableHtml(block);
    case 'chart':
      return figureHtml(block);
    case 'legend':
      return legendHtml(block.entries);
    case 'details':
      return detailsHtml(block);
    case 'section':
      return sectionHtml(block);
    case 'group':
      return html`<div class="${block.look}">
${blocksHtml(block.blocks)}</div>
`;
  }
}

function sectionHtml({ id, title, blocks, card }: Section): Html {
  const own = card === undefined ? html`id="${id}"` : html`class="card ${card}"`;
  return html`<section ${own} aria-labelledby="${id}-title">
<h2 id="${id}-title">${wordsHtml(title)}</h2>
${blocksHtml(blocks)}</section>
`;
}

function listHtml({ items, look }: List): Html {
  const rows = items.map(itemHtml);
  return look === 'rule' ? html`<ol class="rule">${rows}</ol>` : html`<ul class="${look}">${rows}</ul>`;
}

function itemHtml({ text, tone, sign, advice = null }: Item): Html {
  if (sign === undefined) {
    const own = tone === 'applied' ? html` class="applied" aria-current="true"` : null;
    return html`<li${own}>${wordsHtml(text)}</li>
`;
  }
  const more = advice && html`<p class="advice">${wordsHtml(advice)}</p>`;
  return html`<li class="${tone ?? ''}"><span class="sign" aria-hidden="true">${sign}</span><div><p>${wordsHtml(text)}</p>${more}</div></li>
`;
}

function factsHtml({ facts, look }: Facts): Html {
  if (facts.length === 0) return html``;
  const rows = facts.map(([term, value, note = null]) =>
    look === 'tiles'
      ? html`<div class="tile"><dt>${term}</dt><dd><b>${wordsHtml(value)}</b><span>${wordsHtml(note)}</span></dd></div>
`
      : html`<div><dt>${term}</dt><dd>${wordsHtml(value)}${note && html` <small>${wordsHtml(note)}</small>`}</dd></div>
`,
  );
  return html`<dl class="${look}">${rows}</dl>
`;
}

function figureHtml({ chart, caption, width }: ChartBlock): Html {
  if (width === 'card') return chartHtml(chart);
  return html`<figure>
${documentChartHtml(chart)}${caption === undefined ? null : html`<figcaption>${caption}</figcaption>`}
</figure>
`;
}

function detailsHtml({ look, summary, blocks, isOpen }: Details): Html {
  return html`<details class="${look}"${isOpen === true ? html` open` : null}><summary>${wordsHtml(summary)}</summary>
${blocksHtml(blocks)}</details>
`;
}
