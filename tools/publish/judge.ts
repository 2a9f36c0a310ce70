import type { Problem } from '@arethetypeswrong/core';
import { checkPackage } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { openTarball } from './tarball.ts';

type Rule = { readonly kind: Problem['kind']; readonly resolution: string; readonly reason: string };

/** What are-the-types-wrong says of every package that is an ES module only, and why that is meant. */
const expected: readonly Rule[] = [
  {
    kind: 'CJSResolvesToESM',
    resolution: 'node16-cjs',
    reason: 'There is no CommonJS copy: two copies are two sets of classes. Node 20.19 and newer require() ES modules.',
  },
  {
    kind: 'NoResolution',
    resolution: 'node10',
    reason: "TypeScript's resolution of before `exports`, which TypeScript 7 no longer has.",
  },
];

/**
 * What publint and are-the-types-wrong find in a packed library, and the files that its `exports` promise and that are
 * not in it.
 *
 * @returns a sentence for each finding; none, and it may be published
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

/** Every file that an `exports` names, whatever the condition. */
function pathsIn(exports: unknown): string[] {
  if (typeof exports === 'string') return [exports];
  return typeof exports === 'object' && exports !== null ? Object.values(exports).flatMap(pathsIn) : [];
}
