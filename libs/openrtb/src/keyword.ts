import type { Content } from 'iab-openrtb/v26';
import type { Loose } from './loose.ts';
import { toArray, toText } from './loose.ts';

/** Anything with OpenRTB's two fields of keywords: site, app, content, user; a screen has only the first. */
export type KeywordSource = Loose<Pick<Content, 'keywords' | 'kwarray'>>;

/** Where a keyword stands that is no `key=value`. */
const bareKeywordKey = 'keywords';

/** Keywords as key-values: `section=sports` under `section`, a bare `sports` under `keywords`. */
export function toKeyValues(sources: readonly KeywordSource[]): Map<string, string[]> | undefined {
  const valuesOfKey = new Map<string, Set<string>>();
  for (const keyword of sources.flatMap(toKeywords)) {
    const [key, value] = splitKeyword(keyword);
    const values = valuesOfKey.get(key) ?? new Set();
    valuesOfKey.set(key, values.add(value));
  }
  if (valuesOfKey.size === 0) return undefined;
  return new Map(Array.from(valuesOfKey, ([key, values]) => [key, [...values]]));
}

function toKeywords({ keywords, kwarray }: KeywordSource): string[] {
  const listed = toText(keywords)?.split(',') ?? [];
  return [...listed, ...toArray(kwarray)].flatMap((keyword) => toText(keyword) ?? []);
}

function splitKeyword(keyword: string): [key: string, value: string] {
  const at = keyword.indexOf('=');
  const key = keyword.slice(0, at).trim();
  const value = keyword.slice(at + 1).trim();
  return at > 0 && key !== '' && value !== '' ? [key, value] : [bareKeywordKey, keyword];
}
