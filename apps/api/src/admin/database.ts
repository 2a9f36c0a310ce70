import { type Connection, openConnection, readObjectReport, readOverview } from '@auction-tiers/store/maintenance';
import type { Command } from 'commander';
import { Refused } from './command.ts';
import { toId, WrongUsage } from './input.ts';
import { type AdminIo, readAddress } from './io.ts';
import { objectText, overviewText } from './overview-text.ts';

/** The commands that read and write the database as a whole, through the second client. */
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
        if (wanted === null) return print(await readOverview(connection), overviewText);
        const report = await readObjectReport(connection, wanted.service, wanted.id);
        if (report === null) throw new Refused(`there is no ${wanted.service} ${wanted.id}`);
        return print(report, objectText);
      });
    });
}

async function withConnection(io: AdminIo, work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await openConnection(await readAddress(io));
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}
