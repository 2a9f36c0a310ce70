import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { prose } from '../block/figures.ts';
import type { Inline } from '../block/inline.ts';

const longestName = 120;

/** Words of a report as markup. */
export function wordsHtml(words: Inline): Html {
  if (words === null) return html``;
  if (typeof words === 'string') return html`${prose(words)}`;
  if (!('mark' in words)) return html`${words.map(wordsHtml)}`;
  switch (words.mark) {
    // An element of its own, so that the writing direction of a name ends with it.
    case 'name':
      return html`<bdi>${shorten(plain(words.text))}</bdi>`;
    // Its folders say nothing to a reader on another machine; the JSON report has the path.
    case 'file':
      return html`<bdi>${shorten(withoutFolders(plain(words.text)))}</bdi>`;
    case 'id':
      return html`<span class="id">${wordsHtml(words.text)}</span>`;
    case 'small':
      return html`<small>${wordsHtml(words.text)}</small>`;
    case 'strong':
      return html`<b>${wordsHtml(words.text)}</b>`;
    case 'others':
      return html`<i>${wordsHtml(words.text)}</i>`;
    case 'code':
      return html`<code>${plain(words.text)}</code>`;
    case 'why':
      return html`<span class="why">${wordsHtml(words.text)}</span>`;
    case 'sign':
      return html`<span class="sign" aria-hidden="true">${wordsHtml(words.text)}</span> `;
    case 'tone':
      return html`<span class="${words.tone}">${wordsHtml(words.text)}</span>`;
    case 'link':
      return html`<a href="#${words.to}">${wordsHtml(words.text)}</a>`;
    case 'lines':
      return html`${words.lines.map(({ look, text }) => html`<div class="${look}">${wordsHtml(text)}</div>`)}`;
  }
}

/** The text alone, as it was given. */
export function plain(words: Inline): string {
  if (words === null || typeof words === 'string') return words ?? '';
  if (!('mark' in words)) return words.map(plain).join('');
  return words.mark === 'lines' ? words.lines.map(({ text }) => plain(text)).join('\n') : plain(words.text);
}

function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path;
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : text;
}
