/** Something that callers do over and over. */
export interface Operation {
  readonly name: string;
  /** Name of the operation that does the least to the same end; null: this is such a one. */
  readonly bare: string | null;
  /** One request by the caller of this number. Throws a WrongAnswer when it was refused or answered wrong. */
  readonly call: (caller: number) => Promise<void>;
  /** Throws a WrongAnswer when what was written last cannot be read as it was written. */
  readonly verify: () => Promise<void>;
}
