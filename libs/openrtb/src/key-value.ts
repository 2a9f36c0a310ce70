import type { Content } from 'iab-openrtb/v26';
import { firstEntries, type ReportValue, withoutLong } from './bound.ts';
import type { Loose } from './loose.ts';
import { shown, toArray, toLabel, toObject, toText, valueAt } from './loose.ts';

/** Anything that may have OpenRTB's two fields of keywords, or data of the publisher in `ext.data`. */
export type KeyValueSource = Loose<Pick<Content, 'keywords' | 'kwarray' | 'ext'>>;
type KeyValues = ReadonlyMap<string, readonly string[]>;

/** The key of keywords that are not `key=value`. */
const bareKeywordKey = 'keywords';

/**
 * Keywords as key-values: `section=sports` under `section`, a bare `sports` under `keywords`; and the entries of `ext.data`
 * that are texts, numbers or lists of them. `first`: their values go before those of `others`.
 */
export function toKeyValues(
  first: readonly KeyValueSource[],
  report: ReportValue,
  others?: KeyValues,
): KeyValues | undefined {
  const sent = first.flatMap((source) => [...toDataEntries(source), ...toKeywords(source).map(splitKeyword)]);
  const own = withoutLong(sent, 'key-values', report);
  if (own.length === 0) return others;
  const valuesOfKey = new Map<string, Set<string>>();
  const inherited = Array.from(others ?? [], ([key, values]) => values.map((value) => [key, value] as const)).flat();
  for (const [key, value] of [...own, ...inherited]) {
    const values = valuesOfKey.get(key) ?? new Set();
    valuesOfKey.set(key, values.add(value));
  }
  const keys = firstEntries([...valuesOfKey], 'keys of key-values', report);
  return new Map(keys.map(([key, values]) => [key, firstEntries([...values], `values of ${shown(key)}`, report)]));
}

function toDataEntries({ ext }: KeyValueSource): [key: string, value: string][] {
  return Object.entries(toObject(valueAt(ext, 'data'))).flatMap(([key, value]) =>
    [value].flat().flatMap((one): [string, string][] => {
      const label = toLabel(one);
      return label === undefined ? [] : [[key, label]];
    }),
  );
}

function toKeywords({ keywords, kwarray }: KeyValueSource): string[] {
  const listed = toText(keywords)?.split(',') ?? [];
  return [...listed, ...toArray(kwarray)].flatMap((keyword) => toText(keyword) ?? []);
}

function splitKeyword(keyword: string): [key: string, value: string] {
  const at = keyword.indexOf('=');
  const key = keyword.slice(0, at).trim();
  const value = keyword.slice(at + 1).trim();
  return at > 0 && key !== '' && value !== '' ? [key, value] : [bareKeywordKey, keyword];
}
