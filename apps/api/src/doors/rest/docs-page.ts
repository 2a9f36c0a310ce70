import type { OpenApiDocument } from '@auction-tiers/contract/openapi';

type Part = Readonly<Record<string, unknown>>;

/** The parts of an operation that are shown. */
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Part;
}

type Content = Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>>;

interface DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The header content-security-policy for the page: its own style, and nothing else at all. */
export const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The document as one readable page: no script, nothing loaded from elsewhere. */
export function docsPage(document: OpenApiDocument): string {
  const { title, description } = document.info as { readonly title: string; readonly description: string };
  const calls = callsOf(document);
  const tags = document.tags as readonly { readonly name: string; readonly description: string }[];
  const ofTag = (tag: string) => calls.filter(({ operation }) => operation.tags[0] === tag);
  const sections = tags.map(
    ({ name, description: text }) =>
      `<section><h2>${escape(name)}</h2><p>${prose(text)}</p>${ofTag(name).map(article).join('')}</section>`,
  );
  const links = tags.map(({ name }) => `<ul>${ofTag(name).map(link).join('')}</ul>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}: API reference</title><style>${docsStyle}</style></head>
<body><header><h1>${escape(title)}</h1>${description
    .split('\n\n')
    .map((text) => `<p>${prose(text)}</p>`)
    .join('')}<p>For machines: <a href="openapi.json">openapi.json</a></p></header>
<nav>${links.join('')}</nav><main>${sections.join('\n')}</main></body></html>
`;
}

function callsOf({ paths }: OpenApiDocument): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      typeof operation === 'object' ? [{ method: method.toUpperCase(), path, operation: operation as Operation }] : [],
    ),
  );
}

const link = ({ method, path, operation }: DocumentedCall) =>
  `<li><a href="#${operation.operationId}"><code>${method} ${escape(path)}</code></a></li>`;

function article({ method, path, operation }: DocumentedCall): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const scope = Object.values(security[0] ?? {})[0]?.[0];
  const errors = Object.keys(responses).filter((status) => status !== '200');
  return `<article id="${operationId}"><h3><code><span class="method">${method}</span> ${escape(path)}</code></h3>
<p>${prose(summary)}. <span class="quiet">${scope === undefined ? 'No credential' : `Scope: ${escape(scope)}`}</span></p>
${description === undefined ? '' : `<p>${prose(description)}</p>`}${parameterTable(parameters)}
${examples('Body', requestBody?.content)}${examples('Answer', responses['200']?.content)}
${errors.length === 0 ? '' : `<p class="quiet">Errors: ${errors.join(', ')}</p>`}</article>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, required, description, schema }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(typeName(schema))}${required === true ? ', required' : ''}</td><td>${prose(description)}</td></tr>`,
  );
  const count = `${parameters.length} parameter${parameters.length === 1 ? '' : 's'} in the query`;
  const table = `<table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return `<details${parameters.length > 12 ? '' : ' open'}><summary>${count}</summary><div class="wide">${table}</div></details>`;
}

function typeName({ type, items, $ref }: Part): string {
  if (type === 'array') return `${typeName((items ?? {}) as Part)}, ...`;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
  return typeof type === 'string' ? type : 'name';
}

function examples(what: string, content: Content | undefined): string {
  const shown = Object.entries(content?.['application/json']?.examples ?? {});
  return shown
    .map(([name, { value }], place) => {
      const text = escape(JSON.stringify(value, null, 2));
      return `<details${place === 0 ? ' open' : ''}><summary>${what}: ${escape(name)}</summary><pre>${text}</pre></details>`;
    })
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

/** Text with its code marked. */
const prose = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The style of the API reference: it loads nothing, and follows the reader's choice of light or dark. */
export const docsStyle = `
:root { color-scheme: light dark; --line: #d5d9e0; --soft: #f3f5f8; --quiet: #586174; --link: #0b57b8; }
@media (prefers-color-scheme: dark) {
  :root { --line: #353b47; --soft: #1b1f27; --quiet: #a3acbd; --link: #8ab8ff; }
  body { background: #12151b; color: #e6e9ef; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
code, pre { font: 0.875em/1.45 ui-monospace, Menlo, Consolas, monospace; }
pre { background: var(--soft); padding: 0.75rem; overflow: auto; max-height: 24rem; border-radius: 6px; }
nav { columns: 20rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; break-inside: avoid; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
article { margin: 1.5rem 0; padding: 0 1rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
.method { font-weight: 700; }
.quiet { color: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.6rem 0.3rem 0; text-align: left; vertical-align: top; }
summary { cursor: pointer; margin: 0.5rem 0; }
`;
