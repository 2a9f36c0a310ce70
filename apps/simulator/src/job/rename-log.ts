import type { CompareReport } from '../schema/compare-report.ts';

/** A report over one file, as if that had another name: where the service keeps its files is nobody's to read. */
export function renameLog({ input, changes, ...report }: CompareReport, path: string, name: string): CompareReport {
  const renamed = <Named extends { readonly file: string }>(one: Named): Named => ({ ...one, file: name });
  return {
    ...report,
    input: {
      ...input,
      files: input.files.map(renamed),
      broken: input.broken.map((line) => ({ ...renamed(line), problem: line.problem.replaceAll(path, () => name) })),
    },
    changes: changes.map((change) => ({ ...change, examples: change.examples.map(renamed) })),
  };
}
