import type { Html } from './html.ts';
import { html } from './html.ts';

const longestName = 120;

/** A name that somebody gave: set apart, so that its writing direction stays its own, and of bearable length. */
export function nameHtml(name: string): Html {
  return html`<bdi>${shorten(name)}</bdi>`;
}

/** `101 Northwind Media`; what has no name is its id, and what has neither is `unknown`. */
export function idAndName(id: number | null, name: string | null, unknown: string): Html {
  if (id === null) return html`<i>${unknown}</i>`;
  return name === null ? html`${String(id)}` : html`<span class="id">${String(id)}</span> ${nameHtml(name)}`;
}

/** What the column of such things is called. */
export function headOf(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function shorten(name: string): string {
  const characters = Array.from(name);
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : name;
}
