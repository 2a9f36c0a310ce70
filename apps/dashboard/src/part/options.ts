/** One choice of a field. */
export interface Option<Value = string> {
  readonly value: Value;
  readonly label: string;
}

export const byLabel = (one: Option<unknown>, other: Option<unknown>): number => one.label.localeCompare(other.label);

/** The choices of a field, by their values and words. */
export const optionsOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }));
