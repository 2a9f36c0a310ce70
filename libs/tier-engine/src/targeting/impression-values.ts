import type { Impression, InventoryId, Size } from '../model/targeting.ts';
import type { InventoryAttribute, InventoryNames } from './inventory-name.ts';

/** The attributes of which an impression has at most one value. */
export type SingleAttribute = {
  [Key in keyof Impression]-?: NonNullable<Impression[Key]> extends string | number ? Key : never;
}[keyof Impression];
export type SingleValue<Attribute extends SingleAttribute> = NonNullable<Impression[Attribute]>;

/**
 * An impression in the form in which conditions compare it: text in lower case, lists as sets. Each value is normalized
 * when a condition first reads it, and kept, because many profiles read the same one.
 */
export class ImpressionValues {
  /** The impression as received; explanations show it. */
  readonly impression: Impression;
  readonly timeMs: number;
  /** Created at the first read: many impressions are only read for their time. */
  #singles: Map<SingleAttribute, string | number> | undefined;
  #sizes: readonly string[] | undefined;
  #contentCategories: readonly string[] | undefined;
  #segments: ReadonlySet<InventoryId> | undefined;
  #matching: Partial<Record<InventoryAttribute, readonly InventoryId[]>> | undefined;

  constructor(impression: Impression, timeMs: number) {
    this.impression = impression;
    this.timeMs = timeMs;
  }

  /** The value of an attribute, normalized. All callers must normalize an attribute in the same way. */
  single<Attribute extends SingleAttribute>(
    attribute: Attribute,
    normalize: (value: SingleValue<Attribute>) => SingleValue<Attribute>,
  ): SingleValue<Attribute> | undefined {
    const known = this.#singles?.get(attribute) as SingleValue<Attribute> | undefined;
    if (known !== undefined) return known;
    const value = this.impression[attribute];
    if (value === undefined) return undefined;
    const normalized = normalize(value);
    this.#singles ??= new Map();
    this.#singles.set(attribute, normalized);
    return normalized;
  }

  get sizes(): readonly string[] {
    return (this.#sizes ??= this.impression.sizes?.map(sizeText) ?? []);
  }

  get contentCategories(): readonly string[] {
    return (this.#contentCategories ??= this.impression.contentCategories?.map(lowerCase) ?? []);
  }

  /** The numbers of the targets that the inventory matches. All callers must have the names of one tier set. */
  matching(names: InventoryNames, attribute: InventoryAttribute): readonly InventoryId[] {
    return ((this.#matching ??= {})[attribute] ??= names.matching(this.impression, attribute));
  }

  /** Like `matching`, of the segments, as a set. */
  segments(names: InventoryNames): ReadonlySet<InventoryId> {
    return (this.#segments ??= new Set(names.matching(this.impression, 'segments')));
  }
}

/** `300x250`. */
export function sizeText({ width, height }: Size): string {
  return `${width}x${height}`;
}

export function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** `Example.COM.` and `example.com` are one name: DNS has no case, and the last dot is only the root. */
export function toHostName(domain: string): string {
  return lowerCase(domain.endsWith('.') ? domain.slice(0, -1) : domain);
}
