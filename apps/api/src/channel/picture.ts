import { fileURLToPath } from 'node:url';
import { colours } from '@auction-tiers/chart';

/** A machine may have no fonts at all. */
const fontFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'));
const font = { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'Roboto', sansSerifFamily: 'Roboto' };
/** Draws twice as many pixels as the chart's size, for screens of high resolution. */
const zoom = 2;

const colour = new Map(
  Array.from(String(colours.light).matchAll(/--(\w+): (#\w+)/g), ([, name, value]) => [name, value]),
);
/** The renderer supports neither CSS variables nor the selectors of the page's style. */
const style = `
.chart { background: var(card); font: 12px Roboto, sans-serif; } text { fill: var(muted); }
.end { text-anchor: end; } .middle { text-anchor: middle; } .grid { stroke: var(line); } .zero { stroke: var(muted); }
.level { fill: none; stroke: var(accent); stroke-width: 1.75; } .hit { fill: none; } .ruler { visibility: hidden; }
`.replaceAll(/var\((\w+)\)/g, (_, name: string) => colour.get(name) ?? '');

/** A line chart as a standalone SVG file, in the colours of the light theme. */
export const standalone = (svg: string): string =>
  svg.replace(/^<svg ([^>]*)>/, `<svg xmlns="http://www.w3.org/2000/svg" width="640" $1><style>${style}</style>`);

/** A chart as PNG, which mail programs show. */
export async function pictureOf(svg: string): Promise<Buffer> {
  // Native code, loaded only where there is something to draw.
  const { renderAsync } = await import('@resvg/resvg-js');
  const background = colour.get('card') ?? 'white';
  return (await renderAsync(svg, { font, background, fitTo: { mode: 'zoom', value: zoom } })).asPng();
}
