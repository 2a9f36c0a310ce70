/**
 * Words of a report. A plain string is a sentence or figure of ours; what a log, a file or a user named is a `name`, a
 * `file` or `code`, so that every renderer can treat it with care. Null adds nothing.
 */
export type Inline = string | null | readonly Inline[] | Marked | Tone | Link | Lines;

interface Marked {
  /**
   * `file`: a path, of which a document that travels shows only the last part. `others`: no name, but what stands for one.
   * `sign`: a picture of the words after it.
   */
  readonly mark: 'name' | 'file' | 'id' | 'small' | 'strong' | 'others' | 'code' | 'why' | 'sign';
  readonly text: Inline;
}

interface Tone {
  readonly mark: 'tone';
  readonly tone: 'gains' | 'loses' | 'unclear' | 'same';
  readonly text: Inline;
}

interface Link {
  readonly mark: 'link';
  /** The id of a section. */
  readonly to: string;
  readonly text: Inline;
}

interface Lines {
  readonly mark: 'lines';
  readonly lines: readonly { readonly look: string; readonly text: Inline }[];
}

const marker =
  (mark: Marked['mark']) =>
  (text: Inline): Inline => ({ mark, text });

/** What a user or a log chose to call something. */
export const name = marker('name');
export const file = marker('file');
export const small = marker('small');
export const strong = marker('strong');
export const others = marker('others');
export const code = marker('code');
/** The reason for what stands before it. */
export const why = marker('why');

export const sign = marker('sign');

export const toned = (tone: Tone['tone'], text: Inline): Inline => ({ mark: 'tone', tone, text });
export const linkTo = (to: string, text: Inline): Inline => ({ mark: 'link', to, text });
/** Texts below each other in one cell. */
export const lines = (of: Lines['lines']): Inline => ({ mark: 'lines', lines: of });

/** `101 Northwind Media`; the id alone where there is no name, and the text `unknown` where there is no id. */
export function idAndName(id: number | null, called: string | null, unknown: string): Inline {
  if (id === null) return called === null ? others(unknown) : name(called);
  return called === null ? String(id) : [{ mark: 'id', text: String(id) }, ' ', name(called)];
}

/** A sentence that may name these files by their paths. */
export function said(sentence: string, paths: readonly string[]): Inline {
  const [path] = paths.filter((one) => sentence.includes(one)).toSorted((one, other) => other.length - one.length);
  if (path === undefined || path === '') return sentence;
  return sentence.split(path).flatMap((part, at) => [...(at === 0 ? [] : [file(path)]), said(part, paths)]);
}
