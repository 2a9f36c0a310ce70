import { readFile } from 'node:fs/promises';
import type { Package, Problem } from '@arethetypeswrong/core';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** A packed library, read into memory. */
export type Tarball = {
  readonly data: Uint8Array<ArrayBuffer>;
  /** The tarball in the form that are-the-types-wrong reads. */
  readonly package: Package;
  /** Paths from the package's folder, such as `dist/index.js`. */
  readonly files: readonly string[];
  /** @param path one of `files` */
  readonly read: (path: string) => string;
};

export async function openTarball(file: string): Promise<Tarball> {
  const data = new Uint8Array(await readFile(file));
  const opened = createPackageFromTarballData(data);
  const root = `/node_modules/${opened.packageName}/`;
  return {
    data,
    package: opened,
    files: opened.listFiles(root).map((path) => path.slice(root.length)),
    read: (path) => opened.readFile(root + path),
  };
}

type Rule = { readonly kind: Problem['kind']; readonly resolution: string; readonly reason: string };

/** Findings of are-the-types-wrong that occur for every package with only ES modules, and why they are accepted. */
const expected: readonly Rule[] = [
  {
    kind: 'CJSResolvesToESM',
    resolution: 'node16-cjs',
    reason: 'There is no CommonJS copy: two copies are two sets of classes. Node 20.19 and newer require() ES modules.',
  },
  {
    kind: 'NoResolution',
    resolution: 'node10',
    reason: 'The resolution that TypeScript had before `exports`; TypeScript 7 no longer has it.',
  },
];

/**
 * Checks a packed library: the findings of publint and are-the-types-wrong, and missing files that its `exports` name.
 *
 * @returns a sentence for each finding; a library without findings may be published
 */
export async function judgeTarball(file: string): Promise<readonly string[]> {
  const tarball = await openTarball(file);
  const pack = { tarball: tarball.data.buffer };
  const { messages, pkg } = await publint({ pack, level: 'suggestion', strict: true });
  const analysis = await checkPackage(tarball.package);
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`),
    ...(analysis.types === false ? ['are-the-types-wrong: there are no types.'] : findTypeIssues(analysis.problems)),
    ...pathsIn(pkg['exports'])
      .filter((path) => !tarball.files.includes(path.replace(/^\.\//, '')))
      .map((path) => `package.json: "exports" names ${path}, which is not in the package.`),
  ];
}

function findTypeIssues(problems: readonly Problem[]): string[] {
  return problems
    .filter((problem) => !expected.some((rule) => isOf(rule, problem)))
    .map((problem) => `are-the-types-wrong: ${JSON.stringify(problem)}`);
}

function isOf({ kind, resolution }: Rule, problem: Problem): boolean {
  return problem.kind === kind && 'resolutionKind' in problem && problem.resolutionKind === resolution;
}

/** Every file in an `exports`, for any condition. */
function pathsIn(exports: unknown): string[] {
  if (typeof exports === 'string') return [exports];
  return typeof exports === 'object' && exports !== null ? Object.values(exports).flatMap(pathsIn) : [];
}
