import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parse } from 'parse5';

export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: () => string;
  /** The classes of all elements inside. */
  readonly classes: () => readonly string[];
}

/** A page as a browser parses it. */
export interface ParsedPage {
  readonly elements: readonly Element[];
  /** The tree of elements and attribute names, without any text or value. */
  readonly structure: string;
  readonly problems: readonly string[];
}

export function parsePage(page: string): ParsedPage {
  const problems: string[] = [];
  const document = parse(page, { onParseError: ({ code }) => problems.push(code) });
  const elements: Element[] = [];
  const structure = describe(document, elements);
  return { elements, structure, problems };
}

function describe(node: Tree.ParentNode, elements: Element[]): string {
  return node.childNodes
    .map((child) => {
      if (!('tagName' in child)) return '';
      elements.push({
        tag: child.tagName,
        attributes: new Map(child.attrs.map(({ name, value }) => [name, value])),
        text: () => textOf(child),
        classes: () => classesOf(child),
      });
      const names = child.attrs.map(({ name }) => name).join(' ');
      return `<${child.tagName} ${names}>${describe(child, elements)}</>`;
    })
    .join('');
}

function classesOf(node: Tree.ParentNode): string[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    const own = child.attrs.find(({ name }) => name === 'class')?.value.split(' ') ?? [];
    return [...own, ...classesOf(child)];
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
