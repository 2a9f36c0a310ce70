/** How a line looks: a colour on light and on dark ground, and a mark, for readers who cannot tell the colours apart. */
export interface LineStyle {
  readonly light: string;
  readonly dark: string;
  /** The mark as a path around 0,0. */
  readonly mark: string;
}

const circle = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z';
const square = 'M-3.5 -3.5h7v7h-7z';
const diamond = 'M0 -5L5 0L0 5L-5 0z';
const triangle = 'M0 -5L4.5 3.5H-4.5z';
const wedge = 'M0 5L4.5 -3.5H-4.5z';
const cross = 'M-4 -1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z';
const hourglass = 'M-4.5 -4.5h9L-4.5 4.5h9z';
const bar = 'M-5 -1.6h10v3.2h-10z';

/** In the order of the line-up. */
export const lineStyles: readonly LineStyle[] = [
  { light: '#6e7681', dark: '#9198a1', mark: bar },
  { light: '#0550ae', dark: '#58a6ff', mark: circle },
  { light: '#116329', dark: '#3fb950', mark: square },
  { light: '#953800', dark: '#f0883e', mark: triangle },
  { light: '#8250df', dark: '#bc8cff', mark: diamond },
  { light: '#a40e26', dark: '#ff7b72', mark: wedge },
  { light: '#7d4e00', dark: '#d29922', mark: cross },
  { light: '#bf3989', dark: '#f778ba', mark: hourglass },
];

/** The plot has a ground of its own, so that it can be read on any page. */
export function styleSheet(): string {
  return [
    'text{font:12px system-ui,sans-serif;fill:var(--ink)}',
    '.title{font-size:15px;font-weight:600}',
    '.faint{fill:var(--faint)}',
    '.ground{fill:var(--ground)}',
    '.grid{stroke:var(--grid);stroke-width:1}',
    '.line{fill:none;stroke:var(--colour);stroke-width:2;stroke-linejoin:round}',
    '.ours{stroke-width:3.5}',
    '.mark{fill:var(--colour);stroke:var(--ground);stroke-width:1}',
    '.label{fill:var(--colour);font-weight:600}',
    `:root{--ground:#ffffff;--ink:#1f2328;--faint:#59636e;--grid:#d1d9e0}${colours('light')}`,
    '@media(prefers-color-scheme:dark){',
    `:root{--ground:#0d1117;--ink:#f0f6fc;--faint:#9198a1;--grid:#3d444d}${colours('dark')}}`,
  ].join('\n');
}

function colours(shade: 'light' | 'dark'): string {
  return lineStyles.map((style, at) => `.line-${at}{--colour:${style[shade]}}`).join('');
}
