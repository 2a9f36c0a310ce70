import type { Html } from '@auction-tiers/chart';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parseFragment } from 'parse5';

/** Labels of axes, which the caller writes. */
export const dollars = (amount: number): string => `${amount < 0 ? '−' : ''}$${Math.abs(amount)}`;

export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  readonly number: (attribute: string) => number;
  readonly has: (className: string) => boolean;
}

/** All elements of a piece of markup as a browser parses it, in the order of the document. */
export function elementsOf(markup: Html): Element[] {
  return collect(parseFragment(String(markup)));
}

/** The elements with a class. */
export function marked(markup: Html, className: string): Element[] {
  return elementsOf(markup).filter((element) => element.has(className));
}

function collect(node: Tree.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    const attributes = new Map(child.attrs.map(({ name, value }) => [name, value]));
    const classes = attributes.get('class')?.split(' ') ?? [];
    const element: Element = {
      tag: child.tagName,
      attributes,
      text: textOf(child),
      number: (attribute) => Number.parseFloat(attributes.get(attribute) ?? ''),
      has: (className) => classes.includes(className),
    };
    return [element, ...collect(child)];
  });
}

function textOf(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => {
      if ('value' in child) return child.value;
      return 'childNodes' in child ? textOf(child) : '';
    })
    .join('');
}

const places = new Set(['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'width', 'height']);

/** What is wrong with a drawing, in words: coordinates that are no numbers, sizes below 0, names that lead nowhere. */
export function faultsOf(markup: Html): string[] {
  const elements = elementsOf(markup);
  const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
  return [
    ...elements.flatMap((element) => attributeFaults(element, ids)),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two elements have the id ${id}`),
    ...elements
      .filter(({ tag, attributes }) => tag === 'svg' && attributes.get('role') !== 'img')
      .filter(({ attributes }) => attributes.get('aria-hidden') !== 'true' && attributes.get('role') !== 'group')
      .map(() => 'a drawing without a name'),
    ...elements.filter(({ text }) => /NaN|Infinity|undefined/.test(text)).map(({ text }) => `a label says ${text}`),
  ];
}

function attributeFaults({ tag, attributes }: Element, ids: readonly string[]): string[] {
  return Array.from(attributes, ([name, value]) => {
    if (places.has(name) && !/^-?\d+(\.\d+)?%?$/.test(value)) return `<${tag} ${name}="${value}">`;
    if ((name === 'width' || name === 'height') && value.startsWith('-')) return `<${tag} ${name}="${value}">`;
    if ((name === 'd' || name === 'points' || name === 'transform') && /[^\d\s.,MLHVZAmlhvza()a-z-]|NaN/.test(value)) {
      return `<${tag} ${name}="${value}">`;
    }
    if (name === 'aria-labelledby' && value.split(' ').some((id) => !ids.includes(id))) return `no element ${value}`;
    return null;
  }).filter((fault) => fault !== null);
}

const letterPx = 7;
const lineHeightPx = 12;

/** Labels of an SVG chart that overlap, or that leave it on the left or right; letters count as wide as they may be. */
export function overlapsOf(markup: Html, widthPx: number): string[] {
  const boxes = elementsOf(markup)
    .filter(({ tag }) => tag === 'text')
    .map((element) => {
      const widthOfText = Array.from(element.text).length * letterPx;
      const before = element.has('end') ? widthOfText : element.has('middle') ? widthOfText / 2 : 0;
      const left = element.number('x') - before;
      return { text: element.text, y: element.number('y'), left, right: left + widthOfText };
    });
  const pairs = boxes.flatMap((box, at) => boxes.slice(at + 1).map((other) => [box, other] as const));
  return [
    ...boxes
      .filter(({ left, right }) => left < -1 || right > widthPx + 1)
      .map(({ text }) => `${text} leaves the chart`),
    ...pairs
      .filter(([one, other]) => Math.abs(one.y - other.y) < lineHeightPx)
      .filter(([one, other]) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1)
      .map(([one, other]) => `${one.text} and ${other.text} overlap`),
  ];
}
