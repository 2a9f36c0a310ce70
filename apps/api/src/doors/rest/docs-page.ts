import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Request, Response } from 'express';

/** The header content-security-policy of the page: its own files, requests to this service, and nothing else at all. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The icons in the style of the library.
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const { version } = createRequire(import.meta.url)('swagger-ui-dist/package.json') as { readonly version: string };

/** A file that the page loads: its name in the address, where it is on the disk, and how long a browser keeps it. */
interface PageFile {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly caching: string;
}

/** Of the library that renders the document. The version is in the address, so a browser never needs to ask again. */
const ofLibrary = (file: string): PageFile => ({
  name: file.replace(/(?=\.\w+$)/, `-${version}`),
  folder: dirname(manifest),
  file,
  caching: 'public, max-age=31536000, immutable',
});

const ofPage = (file: string): PageFile => ({
  name: file,
  folder: join(import.meta.dirname, '../../../docs-page'),
  file,
  caching: 'no-cache',
});

const styles = [ofLibrary('swagger-ui.css'), ofPage('page.css')];
const scripts = [ofLibrary('swagger-ui-bundle.js'), ofPage('start.js')];

/** The files that the page loads, each at `/docs/<name>`. They are read from the disk when they are asked for. */
export const docsFiles: readonly PageFile[] = [...styles, ...scripts];

/** Addresses are relative to the page, so that it works under /v1 and behind a proxy that adds a path. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>auction-tiers: API reference</title>
<link rel="icon" href="data:,">
${styles.map(({ name }) => `<link rel="stylesheet" href="docs/${name}">`).join('\n')}
${scripts.map(({ name }) => `<script src="docs/${name}" defer></script>`).join('\n')}
</head>
<body>
<nav id="parts" aria-label="Parts of this page"></nav>
<main id="reference"></main>
<noscript>This page needs JavaScript. The same in a form for programs: <a href="openapi.json">openapi.json</a></noscript>
</body>
</html>
`;

/** Answers the page that shows the OpenAPI document and sends requests to this service. */
export function sendDocsPage(request: Request, response: Response): void {
  if (request.path.endsWith('/')) {
    response.redirect(308, '../docs');
    return;
  }
  response.setHeader('content-security-policy', policy);
  response.type('html').send(page);
}

export function sendDocsFile({ folder, file, caching }: PageFile, response: Response): void {
  response.setHeader('cache-control', caching);
  response.sendFile(file, { root: folder });
}

/** Leads a browser to the page; false for a client that does not prefer HTML. */
export function leadToDocs(request: Request, response: Response): boolean {
  response.vary('accept');
  if (request.accepts('application/json', 'text/html') !== 'text/html') return false;
  response.redirect(302, 'docs');
  return true;
}
