import type { Content, Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';

export interface StateTile {
  /** The code of a state or of DC: `NY`. */
  readonly code: string;
  readonly count: number;
  /** The count as a short text. */
  readonly figure: string;
  /** The whole text for screen readers (after the code) and for the tooltip: `New York: 10 markets`. */
  readonly label: string;
}

export interface StateTiles {
  readonly label: string;
  /** In any order. A missing state has no figure and cannot be chosen. */
  readonly tiles: readonly StateTile[];
  readonly chosen: string | null;
  /** Makes every tile a link to this address. Null: tiles are buttons, identified by their `data-state`. */
  readonly href: ((code: string) => string) | null;
}

/** Equal tiles with each state near its neighbours, in the usual grid of eleven columns. A dot is an empty cell. */
const map = `
  AK .  .  .  .  .  .  .  .  .  ME
  .  .  .  .  .  WI .  .  .  VT NH
  WA ID MT ND MN IL MI .  NY MA .
  OR NV WY SD IA IN OH PA NJ CT RI
  CA UT CO NE MO KY WV VA MD DE .
  .  AZ NM KS AR TN NC SC DC .  .
  .  .  .  OK LA MS AL GA .  .  .
  HI .  .  TX .  .  .  .  FL .  .
`;
const places: readonly string[] = map.trim().split(/\s+/);
const emptyPlace = '.';

/** The states with a tile, in the order of the map. */
export const stateCodes: readonly string[] = places.filter((place) => place !== emptyPlace);

const deepest = 3;

/**
 * A map of the states as squares with counts; a higher count has a deeper colour.
 *
 * @throws RangeError for a code that is not on the map
 */
export function stateTilesHtml({ label, tiles, chosen, href }: StateTiles): Html {
  const unknown = tiles.find(({ code }) => !stateCodes.includes(code));
  if (unknown !== undefined) {
    throw new RangeError(`${unknown.code} is not the code of one of the 50 states or DC in capitals.`);
  }
  const byCode = new Map(tiles.map((tile) => [tile.code, tile]));
  const most = Math.max(1, ...tiles.map(({ count }) => count));
  const squares = places.map((place) => {
    if (place === emptyPlace) return html`<span></span>`;
    const tile = byCode.get(place);
    if (tile === undefined) return html`<span class="state" data-state="${place}">${place}</span>`;
    return tileHtml(tile, `depth-${Math.ceil((Math.max(0, tile.count) / most) * deepest)}`, chosen === place, href);
  });
  return html`<div class="states" role="group" aria-label="${label}">
${squares}
</div>
`;
}

function tileHtml(
  { code, figure, label }: StateTile,
  depth: string,
  isChosen: boolean,
  href: StateTiles['href'],
): Html {
  // The accessible name is the content, which includes the visible code, so that a person can speak it to the browser.
  const content: Content = html`<b>${code}</b><span aria-hidden="true">${figure}</span><span class="state-label">, ${label}</span>`;
  if (href === null) {
    return html`<button type="button" class="state ${depth}" data-state="${code}" title="${label}" aria-pressed="${isChosen ? 'true' : 'false'}">${content}</button>`;
  }
  const current = isChosen ? html` aria-current="true"` : null;
  return html`<a class="state ${depth}" data-state="${code}" href="${href(code)}" title="${label}"${current}>${content}</a>`;
}
