/** Markup that is safe to stand in a page. Only `html` makes it: whatever else is put into a page is escaped. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}
export type Html = Markup;

/** What may stand in an `html` template. null is nothing. */
export type Piece = Html | string | number | null | readonly Piece[];

/** Coordinates are the only numbers that are not worded before; a hundredth of a pixel is enough. */
const decimals = 2;
const longestText = 2000;

/** What HTML has no way to say. */
const unreadable = /[[\p{Cc}\p{Noncharacter_Code_Point}]--[\t\n]]/gv;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template of HTML. Every text that is put in is escaped, for content and for attributes in quotes; other templates are
 * kept as they are.
 *
 * @throws TypeError for a number that is not finite: such a thing has no place in a page
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Markup(strings.reduce((text, part, at) => `${text}${toMarkup(pieces[at - 1] ?? null)}${part}`));
}

function toMarkup(piece: Piece): string {
  if (piece === null) return '';
  if (piece instanceof Markup) return String(piece);
  if (typeof piece === 'string') return escape(piece);
  if (typeof piece !== 'number') return piece.map(toMarkup).join('');
  if (!Number.isFinite(piece)) throw new TypeError(`A page cannot show the number ${piece}.`);
  return String(Number(piece.toFixed(decimals)) + 0);
}

function escape(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return short
    .toWellFormed()
    .replaceAll(unreadable, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => references[character]!);
}
