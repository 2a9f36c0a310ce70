// Fails if folders of one project import each other, directly or through other folders: none can then be understood or
// changed alone. A folder means a directory with the files directly in it; its subfolder is another folder. A project's
// source and tests are checked separately. Usage: node tools/check/floors.ts [root of a repository]

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import typescript from 'typescript';
import { mayImport } from '../workspace/direction.ts';
import { repository } from '../workspace/package.ts';

/** One import between two folders: the importing file and the imported file. */
interface Crossing {
  readonly from: string;
  readonly to: string;
}

/** Folder -> folders that it imports -> the first import that does so. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, Crossing>>;

const root = process.argv[2] ?? repository;
const parts = Object.keys(mayImport).flatMap(partsOf);
const issues = parts.flatMap((part) => findCycles(readGraph(part)).map((cycle) => toIssue(part, cycle)));

for (const issue of issues) process.stderr.write(`${issue}\n`);
if (parts.length === 0) process.stderr.write(`No project found in ${root}.\n`);
process.exitCode = issues.length > 0 || parts.length === 0 ? 1 : 0;

/** The source and the tests of a project; a project without `src` is one part. */
function partsOf(project: string): string[] {
  if (!existsSync(join(root, project))) return [];
  if (!existsSync(join(root, project, 'src'))) return [project];
  return ['src', 'test'].map((name) => `${project}/${name}`).filter((part) => existsSync(join(root, part)));
}

function readGraph(part: string): Graph {
  const graph = new Map<string, Map<string, Crossing>>();
  const files = globSync('**/*.{ts,tsx,mts,js,mjs}', {
    cwd: join(root, part),
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  for (const from of files.toSorted()) {
    const text = readFileSync(join(root, part, from), 'utf8');
    // Includes type-only imports, which couple two folders too.
    for (const { fileName } of typescript.preProcessFile(text, true, true).importedFiles) {
      const to = normalize(join(dirname(from), fileName));
      if (!fileName.startsWith('.') || to.startsWith('..') || dirname(from) === dirname(to)) continue;
      const imported = graph.get(dirname(from)) ?? new Map<string, Crossing>();
      graph.set(dirname(from), imported);
      if (!imported.has(dirname(to))) imported.set(dirname(to), { from, to });
    }
  }
  return graph;
}

/** The cycles of folders, shortest first, without those that contain all folders of an earlier one. */
function findCycles(graph: Graph): Crossing[][] {
  const cycles = [...graph]
    .flatMap(([folder, imported]) =>
      [...imported].map(([next, crossing]) => {
        const way = findWay(graph, next, folder);
        return way === undefined ? [] : [crossing, ...way];
      }),
    )
    .filter((cycle) => cycle.length > 0)
    .toSorted((a, b) => a.length - b.length);
  const found: Crossing[][] = [];
  for (const cycle of cycles) {
    const folders = foldersOf(cycle);
    if (!found.some((earlier) => foldersOf(earlier).every((folder) => folders.includes(folder)))) found.push(cycle);
  }
  return found;
}

function foldersOf(cycle: readonly Crossing[]): string[] {
  return cycle.map(({ from }) => dirname(from));
}

/** The shortest chain of imports from a folder to another one. */
function findWay(graph: Graph, start: string, end: string): Crossing[] | undefined {
  const ways = new Map<string, Crossing[]>([[start, []]]);
  for (const [folder, way] of ways) {
    if (folder === end) return way;
    for (const [next, crossing] of graph.get(folder) ?? []) {
      if (!ways.has(next)) ways.set(next, [...way, crossing]);
    }
  }
  return undefined;
}

function toIssue(part: string, cycle: readonly Crossing[]): string {
  const folders = foldersOf(cycle).map((folder) => `${join(part, folder)}/`);
  const rule =
    folders.length === 2
      ? `The folders ${folders.join(' and ')} import each other`
      : `The folders ${folders.join(', ')} import each other in a circle`;
  const imports = cycle.map(({ from, to }) => `  ${join(part, from)} imports ${join(part, to)}`);
  return [`${rule}; allowed: one direction only.`, ...imports].join('\n');
}
