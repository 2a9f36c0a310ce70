/** The look of the API reference; it needs nothing from elsewhere and follows the reader's choice of light or dark. */
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
