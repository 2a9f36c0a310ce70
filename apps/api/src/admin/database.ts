import {
  BackupReport,
  backupLines,
  checkBackup,
  type Connection,
  endRestore,
  findDatabaseDamage,
  mendDatabase,
  noteBackup,
  openConnection,
  readObjectReport,
  readOverview,
  readPresentContent,
  restoreBackup,
  verifyDatabase,
  writeBackup,
  writeBackupFile,
} from '@auction-tiers/store/maintenance';
import type { Command } from 'commander';
import { readMemory } from '../start/installation.ts';
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
    .command('backup')
    .description('writes all objects, their change log and credentials into a file, while the service goes on')
    .argument('<file>', 'for example backup.zst; - is standard output, for another program')
    .option('--force', 'replace the file if it exists')
    .action((file: string, { force }: { readonly force?: boolean }) => backup(io, file, force === true));

  program
    .command('restore')
    .description('checks a backup, then makes the database what it was; ends all logins')
    .argument('<file>', 'of the command backup')
    .option('--replace', 'also where the database is not empty: what is there is lost')
    .option('--keep-unreadable', 'also objects that this version cannot read, as they are')
    .action((file: string, options: RestoreOptions) => restore(io, file, options));

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
    if (lost.length > 0) throw new Refused(`the database is damaged: ${difference}`);
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

/** Repairs a damaged database so that it can be adopted, and lists what is missing. */
export async function mend(io: AdminIo): Promise<void> {
  const { dataDir } = await readInstallation(io);
  const memory = await readMemory(dataDir);
  const lost = await withConnection(io, (connection) => mendDatabase(connection, memory));
  writeLost(io, lost);
}

/** Whether the database lacks keys that every database of the service has. */
export const isDamaged = (io: AdminIo): Promise<boolean> =>
  withConnection(io, async (connection) => (await findDatabaseDamage(connection)) !== null);

/** Lists what a database has lost, for an operator who must tell sellers. */
function writeLost(io: AdminIo, lost: readonly string[]): void {
  if (lost.length > 0) io.writeError(`Missing (${lost.length}):\n${lost.map((one) => `  ${one}\n`).join('')}`);
}

async function backup(io: AdminIo, file: string, isForced: boolean): Promise<void> {
  const isPiped = file === '-';
  if (isPiped && io.output.isTTY === true) {
    throw new WrongUsage(
      'standard output is a terminal, and a backup is no text; name a file, or pass it on to a program',
    );
  }
  await withConnection(io, async (connection) => {
    const report = new BackupReport();
    const lines = backupLines(connection, report);
    const bytes = isPiped ? await writeBackup(io.output, lines) : await writeBackupFile(file, lines, { isForced });
    const { objects, changes, reportTimes, unreadable, leftOut } = report;
    await noteBackup(connection);
    const say = isPiped ? io.writeError : io.writeOut;
    say(
      `${isPiped ? 'Standard output' : file}: ${objects} objects and ${changes} changes in ${bytes} bytes, with ${reportTimes} hours and days of the report. It has password hashes and hashes of keys: keep it as safe as the database\n`,
    );
    if (unreadable.length > 0) {
      io.writeError(
        `${unreadable.length} objects cannot be read by this version and are in the file as they are: ${unreadable.join(', ')}\n`,
      );
    }
    if (leftOut.length > 0) {
      throw new Refused(
        `these keys hold neither an object nor counts of the report and are not in the file: ${leftOut.join(', ')}`,
      );
    }
  });
}

interface RestoreOptions {
  readonly replace?: boolean;
  readonly keepUnreadable?: boolean;
}

async function restore(io: AdminIo, file: string, options: RestoreOptions): Promise<void> {
  const checked = await checkBackup(file, { keepsUnreadable: options.keepUnreadable === true });
  const { dataDir } = await readInstallation(io);
  const highestIds = (await readMemory(dataDir))?.highestIds;
  await withConnection(io, async (connection) => {
    if (await endRestore(connection)) {
      io.writeError(
        'An earlier restore had written everything but its end, which is written now; services go on with it\n',
      );
    }
    const { objects, changes, epoch, isRestoring } = await readPresentContent(connection);
    const isEmpty = objects === 0 && changes === 0;
    if (!isEmpty && !isRestoring && options.replace !== true) {
      throw new Refused(
        `the database at ${connection.where} is not empty: it holds ${objects} objects after ${changes} changes, epoch ${epoch ?? 'none'}; --replace puts the backup in their place`,
      );
    }
    const restored = await restoreBackup(connection, file, checked, highestIds);
    io.writeOut(
      `restored ${checked.objects} objects from the backup of ${checked.header.time}, as epoch ${restored}; all logins have ended\n`,
    );
  });
}

async function withConnection<T>(io: AdminIo, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await openConnection((await readInstallation(io)).url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
