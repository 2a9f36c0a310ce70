// The third-party packages of the service, its page and its simulator, from the lock file and the installation:
//
//   npm run --silent sbom > auction-tiers.cdx.json     a CycloneDX bill of materials
//   npm run --silent notices > THIRD-PARTY.md          the licence of every package that is not of this repository

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, scope } from '../workspace/package.ts';

/** A package of the lock file, by its folder. */
interface Locked {
  /** The real name of a package that is installed under another name. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** For a package of this repository: its folder. */
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of the licence; null: the package has none, as some with a well-known licence. */
  readonly text: string | null;
}

const shipped = ['apps/api', 'apps/simulator', 'apps/dashboard'];
const modules = 'node_modules/';

/** Every package needed to run the shipped programs, by name and version. */
export function readNotices(): readonly Notice[] {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = new Set<string>();
  const waiting = [...shipped];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(packages, folder, name);
      if (place !== undefined) waiting.push(packages[place]?.link === true ? packages[place].resolved! : place);
    }
  }
  return [...found]
    .filter((folder) => folder.includes(modules) && existsSync(join(repository, folder)))
    .map((folder) => ({ name: nameOf(folder), ...packages[folder], text: textOf(folder) }))
    .map(({ name, version = '', license = '', text }) => ({ name, version, license, text }))
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en'));
}

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf(modules) + modules.length);

/** Where Node finds an imported package: beside the importing one, or in a folder above. Undefined: not installed. */
function placeOf(packages: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined {
  const parts = from.split('/');
  const folders = parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
  return [...folders.map((folder) => `${folder}/${modules}${name}`), `${modules}${name}`].find(
    (place) => place in packages,
  );
}

function textOf(folder: string): string | null {
  const file = readdirSync(join(repository, folder)).find((name) => /^(?:licen[cs]e|copying)(?:\.|-|$)/i.test(name));
  return file === undefined ? null : readFileSync(join(repository, folder, file), 'utf8').trim();
}

interface Bill {
  readonly components: readonly { readonly purl: string; readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** npm's bill of materials without unshipped packages: with `--omit dev` npm omits packages that a tool needs too. */
export function readBill(): Bill {
  const sent = ['sbom', '--sbom-format', 'cyclonedx', ...shipped.flatMap((folder) => ['--workspace', folder])];
  const bill = JSON.parse(execFileSync('npm', sent, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 27 })) as Bill;
  const kept = new Set(readNotices().map(({ name, version }) => `pkg:npm/${name}@${version}`));
  const components = bill.components.filter(({ purl }) => {
    const named = decodeURIComponent(purl);
    return kept.has(named) || named.startsWith(`pkg:npm/${scope}`);
  });
  const refs = new Set(components.map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...bill, components, dependencies };
}

if (import.meta.main) {
  if (process.argv[2] === 'sbom') process.stdout.write(`${JSON.stringify(readBill(), null, 2)}\n`);
  else {
    for (const { name, version, license, text } of readNotices()) {
      process.stdout.write(`## ${name} ${version}\n\n${license}\n\n${text === null ? '' : `${text}\n\n`}`);
    }
  }
}
