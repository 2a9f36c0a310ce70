import { createHash } from 'node:crypto';
import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import type { Section } from './part.ts';
import { contentsHtml, sectionHtml } from './part.ts';
import { style } from './style.ts';
import { mark } from '../../figure/page.ts';

export interface Page {
  readonly title: string;
  /** Which kind of report this is, in words; shown above the headline. */
  readonly kind: string;
  readonly headline: Html;
  /** The content above the list of sections. */
  readonly opening: Html;
  readonly sections: readonly Section[];
  /** Of all money, ISO 4217; none where the report has no money. */
  readonly currency?: string;
}

/** A document on its own. Its Content-Security-Policy allows its style sheet, by hash, and forbids scripts and requests. */
export function pageHtml({ title, kind, headline, opening, sections, currency }: Page): string {
  const hash = createHash('sha256').update(String(style)).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
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
${headline}
</header>
<main>
${opening}
${contentsHtml(sections)}
${sections.map(sectionHtml)}
</main>
<footer><p>Written by auction-tiers. ${currency === undefined ? '' : moneyNote(currency)}Times are in UTC.</p></footer>
</body>
</html>
`);
}

const moneyNote = (currency: string) =>
  `Money is in ${currency}: an impression that is sold at ${mark(currency)}2.50 CPM brings ${mark(currency)}0.0025. `;
