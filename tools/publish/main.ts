// Builds, packs and checks the published libraries, and prints how to publish them. The steps of a release:
//
//   node tools/run.mjs --bin nx release minor --skip-publish   versions, changelogs, a commit and a tag; pushes nothing
//   node tools/run.mjs tools/publish/main.ts [folder]          the tarballs; without a folder into .cache/packages
//   npm publish ...                                            as the second step prints

import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { repository, scope } from '../workspace/package.ts';
import { readLibraries, sistersOf } from './library.ts';
import { packLibraries } from './pack.ts';
import { judgeTarball } from './tarball.ts';

if (process.argv.length > 3 || process.argv[2]?.startsWith('-') === true) {
  process.stderr.write(
    `usage: node tools/run.mjs tools/publish/main.ts [folder]; given: ${process.argv.slice(2).join(' ')}\n`,
  );
  process.exit(2);
}
const into = resolve(process.argv[2] ?? join(repository, '.cache/packages'));
if (process.argv[2] === undefined) await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });

const tarballs = [...(await packLibraries(into)).values()];
const issues: string[] = [];
for (const file of tarballs) {
  for (const issue of await judgeTarball(file)) issues.push(`${file}: ${issue}`);
}
for (const file of tarballs) process.stdout.write(`${file}\n`);
for (const issue of issues) process.stderr.write(`${issue}\n`);
process.exitCode = issues.length > 0 ? 1 : 0;

const unreleased = readLibraries().filter((library) =>
  sistersOf(library).some((sister) => library.dependencies[scope + sister] === '*'),
);
if (unreleased.length > 0) {
  const names = unreleased.map(({ name }) => name).join(' and ');
  process.stdout.write(
    `Install these packages together, do not publish them: ${names} would accept any version of the others. ` +
      'First: node tools/run.mjs --bin nx release --skip-publish\n',
  );
} else if (issues.length === 0) {
  process.stdout.write(`To publish: ${tarballs.map((file) => `npm publish ${file}`).join(' && ')}\n`);
}
