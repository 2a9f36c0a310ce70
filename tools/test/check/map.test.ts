// docs/architecture.md is a map of all folders of source, each above the folders of its project that it imports.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import typescript from 'typescript';
import { expect, test } from 'vitest';
import { mayImport } from '../../workspace/direction.ts';
import { repository } from '../../workspace/package.ts';

const map = readFileSync(join(repository, 'docs/architecture.md'), 'utf8');
const quoted = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
/** Project -> its section. */
const sections = new Map(map.split(/^## `/m).map((section) => [section.slice(0, section.indexOf('`')), section]));
const projects = Object.keys(mayImport);
const foldersOf = (project: string) =>
  quoted(sections.get(project) ?? '', /^\| `([^`]+)`/gm).map((folder) => join(project, folder));
const inTests = (folder: string) => folder !== 'tools/test' && /\/test(?:\/|$)/.test(folder);

test('every folder of source is on the map, and every path on the map exists', () => {
  const named = projects.flatMap(foldersOf);
  const files = execFileSync('git', ['ls-files', ...projects], { cwd: repository, encoding: 'utf8' })
    .trim()
    .split('\n');
  const known = new Set([...projects, ...named]);
  expect(files.map(dirname).filter((folder) => !inTests(folder) && !known.has(folder))).toEqual([]);
  const paths = [...named, ...quoted(map, /`((?:apps|libs|tools)\/[^`\s]+)`/g)];
  expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

test.for(projects)('the map says what %s and its folders import', (project) => {
  const named = quoted(/_Imports:_.*/.exec(sections.get(project) ?? '')?.[0] ?? '', /`([^`]+)`/g);
  expect(named).toEqual(mayImport[project]!.map((name) => name.replace('libs/', '')).toSorted());

  const folders = foldersOf(project);
  for (const file of folders.flatMap((folder) => globSync(`${folder}/*.{ts,tsx,mjs}`, { cwd: repository }))) {
    const { importedFiles } = typescript.preProcessFile(readFileSync(join(repository, file), 'utf8'), true, true);
    const imported = new Set(importedFiles.map(({ fileName }) => dirname(join(dirname(file), fileName))));
    const above = folders.slice(0, folders.indexOf(dirname(file)));
    expect(
      above.filter((folder) => imported.has(folder)),
      `imported by ${file} from above`,
    ).toEqual([]);
  }
});
