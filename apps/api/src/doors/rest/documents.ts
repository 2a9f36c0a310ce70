import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Request, Response } from 'express';
import { FixedAnswer } from './fixed-answer.ts';

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
  readonly path: string;
  readonly caching: string;
}

/** A file of the library that renders the document. Its address has the version: a browser never asks again. */
const ofLibrary = (file: string): PageFile => ({
  name: file.replace(/(?=\.\w+$)/, `-${version}`),
  path: join(dirname(manifest), file),
  caching: 'public, max-age=31536000, immutable',
});

const ofPage = (file: string): PageFile => ({
  name: file,
  path: join(import.meta.dirname, '../../../docs-page', file),
  caching: 'no-cache',
});

const styles = [ofLibrary('swagger-ui.css'), ofPage('page.css')];
const scripts = [ofLibrary('swagger-ui-bundle.js'), ofPage('start.js')];

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

/**
 * The OpenAPI 3.1 document of what is served here, the page that shows it and sends requests to this service, and the
 * files of the page, by path.
 */
export const documents: ReadonlyMap<string, FixedAnswer> = new Map([
  ['/openapi.json', openApi()],
  ['/docs', docsPage()],
  ...[...styles, ...scripts].map(({ name, path, caching }): [string, FixedAnswer] => {
    const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
    return [`/docs/${name}`, new FixedAnswer({ content: () => readFile(path), type, caching })];
  }),
]);

function docsPage(): FixedAnswer {
  const headers = { 'content-security-policy': policy };
  return new FixedAnswer({ content: async () => page, type: 'text/html; charset=utf-8', caching: 'no-store', headers });
}

function openApi(): FixedAnswer {
  return new FixedAnswer({ content: openApiText, type: 'application/json; charset=utf-8', caching: 'no-cache' });
}

/** Made in a thread: to load what describes the operations, and to describe them, would hold the event loop. */
async function openApiText(): Promise<string> {
  const thread = new Worker(new URL(`./open-api-thread${extname(import.meta.url)}`, import.meta.url));
  const [text] = (await once(thread, 'message')) as [string];
  return text;
}

/** Sends a document. An address of the page that ends with a slash leads to the one without. */
export async function sendDocument(
  path: string,
  document: FixedAnswer,
  request: Request,
  response: Response,
): Promise<void> {
  if (path === '/docs' && request.path.endsWith('/')) response.redirect(308, '../docs');
  else await document.send(request, response);
}
