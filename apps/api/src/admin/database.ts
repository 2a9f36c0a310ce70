import {
  type Connection,
  openConnection,
  readObjectReport,
  readOverview,
  verifyDatabase,
} from '@auction-tiers/store/maintenance';
import type { Command } from 'commander';
import { readMemory } from '../start/installation.ts';
import { adoptDatabase } from './adopt.ts';
import { Refused } from './command.ts';
import { toId, WrongUsage } from './input.ts';
import { type AdminIo, readInstallation } from './io.ts';
import { type InstallationMemory, objectText, overviewText } from './overview-text.ts';
import { MemoryCheck, readAdminKey } from './verify-memory.ts';

/** The commands that read and write the database as a whole, through node-redis instead of the service's client. */
export function addDatabaseCommands(program: Command, io: AdminIo): void {
  program
    .command('inspect')
    .description('what the database holds, or one object as it is stored, its indexes and last changes; no secrets')
    .argument('[service]', 'such as ym-auction-tier')
    .argument('[id]', 'of the object')
    .option('--json', 'as JSON, for programs')
    .action(async (service: string | undefined, id: string | undefined, { json }: { readonly json?: boolean }) => {
      if (service !== undefined && id === undefined) {
        throw new WrongUsage(`inspect has the service ${JSON.stringify(service)} and no id`);
      }
      const wanted = service === undefined || id === undefined ? null : { service, id: toId('the id', id) };
      const print = <T>(value: T, toText: (value: T) => string) =>
        io.writeOut(json === true ? `${JSON.stringify(value, undefined, 2)}\n` : toText(value));
      await withConnection(io, async (connection) => {
        if (wanted === null) {
          const installation = await readInstallationMemory(io);
          return print({ ...(await readOverview(connection)), installation }, overviewText);
        }
        const report = await readObjectReport(connection, wanted.service, wanted.id);
        if (report === null) throw new Refused(`there is no ${wanted.service} ${wanted.id}`);
        return print(report, objectText);
      });
    });

  program
    .command('verify')
    .description(
      'compares objects, indexes and the change log, and with --api the memory of running services, while they go on; lists what is missing, else says the first difference',
    )
    .option('--api <url...>', 'services whose memory is compared, with the key in ADMIN_API_KEY or DATA_DIR')
    .action(({ api = [] }: { readonly api?: readonly string[] }) => verify(io, api));
}

/** What the data folder remembers of the installation's database. */
async function readInstallationMemory(io: AdminIo): Promise<InstallationMemory> {
  const { dataDir } = await readInstallation(io);
  const memory = await readMemory(dataDir);
  return { dataDir, epoch: memory?.positions[0]?.epoch ?? null, isRemembered: memory !== undefined };
}

async function verify(io: AdminIo, urls: readonly string[]): Promise<void> {
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined) {
    throw new WrongUsage(`--api is ${JSON.stringify(wrong)}, allowed: an address such as http://127.0.0.1:3000`);
  }
  await withConnection(io, async (connection) => {
    const checks: MemoryCheck[] = [];
    for (const url of urls) {
      checks.push(await MemoryCheck.open(connection, { url, key: await readAdminKey(io.environment) }));
    }
    const report = await verifyDatabase(connection, async (state) => {
      for (const check of checks) {
        const difference = await check.compare(state);
        if (difference !== null) return difference;
      }
      return null;
    });
    const { difference, lost, objects, indexEntries, changes, unreadable, damagedCounts } = report;
    writeLost(io, lost);
    if (lost.length > 0) throw new Refused(`the database has lost keys (${difference}); put a backup of Redis back`);
    const found = [
      ...(unreadable.length === 0
        ? []
        : [`${unreadable.length} objects cannot be read by this version: ${unreadable.join(', ')}`]),
      ...(damagedCounts.length === 0
        ? []
        : [
            `the counts of ${damagedCounts.length} hours, days or phases are damaged and left out of reports: ${damagedCounts.join(', ')}`,
          ]),
      ...(difference === null ? [] : [`there is a difference: ${difference}`]),
    ];
    if (found.length > 0) throw new Refused(found.join('; '));
    const processes = checks.reduce((sum, check) => sum + check.processes.size, 0);
    io.writeOut(
      `no difference: ${objects} objects, ${indexEntries} entries of indexes, ${changes} changes${checks.length === 0 ? '' : `, the memory of ${processes} processes`}\n`,
    );
  });
}

/** Takes the database as it is: see `adoptDatabase`. */
export async function adopt(io: AdminIo): Promise<void> {
  const installation = await readInstallation(io);
  const say = (line: string) => io.writeOut(`${line}\n`);
  const warn = (line: string) => io.writeError(`${line}\n`);
  await withConnection(io, (connection) => adoptDatabase({ ...installation, connection, say, warn }));
}

/** Lists what a database has lost, for an operator who must tell sellers. */
function writeLost(io: AdminIo, lost: readonly string[]): void {
  if (lost.length > 0) io.writeError(`Missing (${lost.length}):\n${lost.map((one) => `  ${one}\n`).join('')}`);
}

async function withConnection<T>(io: AdminIo, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await openConnection((await readInstallation(io)).url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
