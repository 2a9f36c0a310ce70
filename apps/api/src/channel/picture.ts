import { fileURLToPath } from 'node:url';
import { colours } from '@auction-tiers/chart';

/** A machine may have no fonts at all. */
const fontFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'));
const font = { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'Roboto', sansSerifFamily: 'Roboto' };
/** Twice as many pixels as a chart has, for screens that have them. */
const zoom = 2;

const colour = new Map(
  Array.from(String(colours.light).matchAll(/--(\w+): (#\w+)/g), ([, name, value]) => [name, value]),
);
/** What pictures are drawn with knows neither variables nor the selectors of the page's style. */
const style = `
.chart { background: var(card); font: 12px Roboto, sans-serif; } text { fill: var(muted); }
.end { text-anchor: end; } .middle { text-anchor: middle; } .grid { stroke: var(line); } .zero { stroke: var(muted); }
.level { fill: none; stroke: var(accent); stroke-width: 1.75; } .hit { fill: none; } .ruler { visibility: hidden; }
`.replaceAll(/var\((\w+)\)/g, (_, name: string) => colour.get(name) ?? '');

/** A line chart as a file of its own, in the colours of light. */
export const standalone = (svg: string): string =>
  svg.replace(/^<svg ([^>]*)>/, `<svg xmlns="http://www.w3.org/2000/svg" width="640" $1><style>${style}</style>`);

/** The same as PNG, which mail programs show. */
export async function pictureOf(svg: string): Promise<Buffer> {
  // Of native code: loaded where there is something to draw.
  const { renderAsync } = await import('@resvg/resvg-js');
  const background = colour.get('card') ?? 'white';
  return (await renderAsync(svg, { font, background, fitTo: { mode: 'zoom', value: zoom } })).asPng();
}
