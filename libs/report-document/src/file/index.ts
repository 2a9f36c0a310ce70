import { createHash } from 'node:crypto';
import { html } from '@auction-tiers/chart';
import type { ReportDocument } from '../block/block.ts';
import { moneyNote } from '../block/figures.ts';
import { blocksHtml } from './block.ts';
import { style } from './style.ts';
import { wordsHtml } from './words.ts';

/**
 * A report as one document of HTML. The same report gives the same bytes. Its Content-Security-Policy allows its style
 * sheet, by hash, and forbids scripts and requests.
 */
export function toFile({ title, kind, headline, subject, opening, sections, currency }: ReportDocument): string {
  const hash = createHash('sha256').update(String(style)).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const shown = sections.filter(({ only }) => only !== 'text');
  const links = shown.map((one) => html`<li><a href="#${one.id}">${wordsHtml(one.title)}</a></li>`);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="kind">${kind}</p>
<h1>${wordsHtml(headline)}</h1>
<p class="sets">${wordsHtml(subject)}</p>
</header>
<main>
${blocksHtml(opening)}
<nav aria-label="Sections"><ul>${links}</ul></nav>
${blocksHtml(shown)}
</main>
<footer><p>Written by auction-tiers. ${currency === undefined ? '' : moneyNote(currency)}Times are in UTC.</p></footer>
</body>
</html>
`);
}
