/** Markup that is safe in a page. Only `html` makes it; every other value in a template is escaped. */
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

/** A value in an `html` template; null adds nothing. */
export type Content = Html | string | number | null | readonly Content[];

/** Numbers in templates are coordinates; others are formatted as text first. A hundredth of a pixel is enough. */
const decimals = 2;
const longestText = 2000;

/** Characters that HTML cannot represent. */
const unreadable = /[[\p{Cc}\p{Noncharacter_Code_Point}]--[\t\n]]/gv;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template of HTML. Every text in it is escaped, for content and for attributes in quotes, and cut at 2,000 characters;
 * other templates stay as they are.
 *
 * @throws TypeError for a number that is not finite
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Markup(strings.reduce((text, part, at) => `${text}${toMarkup(contents[at - 1] ?? null)}${part}`));
}

function toMarkup(content: Content): string {
  if (content === null) return '';
  if (content instanceof Markup) return String(content);
  if (typeof content === 'string') return escape(content);
  if (typeof content !== 'number') return content.map(toMarkup).join('');
  if (!Number.isFinite(content)) throw new TypeError(`A page cannot show the number ${content}.`);
  return String(Number(content.toFixed(decimals)) + 0);
}

function escape(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return short
    .toWellFormed()
    .replaceAll(unreadable, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => references[character]!);
}

/** A path split into points, because a template cuts long texts. */
export const pathParts = (path: string | null): readonly string[] => (path ?? '').split(/(?=[ML])/);
