import { english } from '@auction-tiers/figure';
import { type ObjectReport, type Overview, type ServerState } from '@auction-tiers/store/maintenance';

const durabilityText: Readonly<Record<ServerState['durability'], string>> = {
  always: 'every write is on disk before it is acknowledged',
  confirmed: 'the service waits for the disk before it acknowledges a write',
  unconfirmed: 'a crash may lose acknowledged writes',
  unknown: 'unknown, the user may not read the settings',
};

/** What a data folder remembers of the installation's database. */
export interface InstallationMemory {
  readonly dataDir: string;
  readonly isRemembered: boolean;
  /** The epoch of partition 0; null: the folder remembers none. */
  readonly epoch: string | null;
}

function installationText({ dataDir, isRemembered, epoch }: InstallationMemory, present: string | undefined): string {
  if (!isRemembered) return `DATA_DIR ${dataDir} remembers no database`;
  if (epoch === null) return `DATA_DIR ${dataDir} remembers a database, and nothing of it`;
  return `DATA_DIR ${dataDir} remembers ${epoch === present ? 'this database' : `another database, epoch ${epoch}`}`;
}

/** The overview for a terminal. */
export function overviewText(overview: Overview & { readonly installation: InstallationMemory }): string {
  const { where, kind, servers, meta, partitions, services, members, unreadable, logins } = overview;
  const used = partitions.filter(({ revision, objects }) => revision > 0 || objects > 0);
  const names = Object.keys(services).toSorted();
  const database =
    meta['layout'] === undefined
      ? partitions.length === 0
        ? 'never used'
        : 'has lost at:meta'
      : [
          `layout ${meta['layout']}`,
          `${meta['partitions']} partitions`,
          `epoch ${meta['epoch'] ?? 'none'}`,
          ...(meta['adopted'] === undefined ? [] : [`adopted ${meta['adopted']}`]),
        ].join(', ');
  return [
    `Redis       ${where} (${kind})`,
    ...servers.map((server) => `Server      ${serverText(server)}`),
    `Database    ${database}`,
    `Installed   ${installationText(overview.installation, meta['epoch'])}`,
    `Logins      ${logins}`,
    '',
    ...table(
      ['partition', 'revision', 'objects', 'changes', 'oldest change'],
      used.map(({ partition, revision, objects, changes, oldestChange }) => [
        partition,
        revision,
        objects,
        changes,
        oldestChange ?? '',
      ]),
    ),
    '',
    ...table(
      ['service', 'objects'],
      names.map((name) => [name, services[name] ?? 0]),
    ),
    '',
    ...table(
      ['member', 'name', ...names],
      members.map(({ memberId, name, objects }) => [memberId, name, ...names.map((service) => objects[service] ?? '')]),
    ),
    '',
    `Objects that this version cannot read: ${unreadable.length}`,
    ...unreadable.map(({ key, problem }) => `  ${key}: ${problem}`),
    '',
  ].join('\n');
}

function serverText({
  name,
  product,
  version,
  role,
  replicas,
  memoryBytes,
  durability,
  libraries,
}: ServerState): string {
  return [
    `${name}: ${product} ${version}`,
    role,
    `${replicas} replicas`,
    `${english.decimal(memoryBytes / 2 ** 20, 1)} MiB`,
    durabilityText[durability],
    `functions ${libraries === null ? 'unknown' : libraries.join(', ') || 'not loaded'}`,
  ].join(', ');
}

/** One object for a terminal. */
export function objectText({ key, fields, problem, indexes, referrers, changes }: ObjectReport): string {
  return [
    key,
    ...Object.keys(fields)
      .toSorted()
      .map((name) => `  ${name} ${fields[name]}`),
    ...(problem === null ? [] : ['', `This version cannot read it: ${problem}`]),
    '',
    'Indexes',
    ...indexes.map(({ key: index, field, isThere }) => `  ${isThere ? 'there  ' : 'MISSING'} ${index} ${field}`),
    '',
    `Objects that refer to it: ${referrers.count}`,
    ...referrers.some.map((name) => `  ${name}`),
    '',
    'Last changes',
    ...changes.map(
      ({ revision, operation, fields: entry, before, after }) =>
        `  ${revision} ${operation} by ${entry['user']} at ${new Date(Number(entry['time_ms'])).toISOString()}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    ),
    '',
  ].join('\n');
}

/** Lines of columns, each as wide as its widest cell. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const all = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
