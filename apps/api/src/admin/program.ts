import { inspect } from 'node:util';
import { type Access, accesses, memberResource, passwordLength, scopes, userResource } from '@auction-tiers/contract';
import { openRedisStore, type RedisStore } from '@auction-tiers/store';
import { Command, CommanderError, Option } from 'commander';
import { wantsStacks } from '../settings/settings.ts';
import { readMemory } from '../start/installation.ts';
import { addApiKey, addUser, createMember, Refused, revokeAll, revokeKey } from './command.ts';
import { addDatabaseCommands, adopt } from './database.ts';
import { checked, readSecret, toId, toScopes, WrongUsage } from './input.ts';
import { type AdminIo, readInstallation } from './io.ts';

const name = 'npm run admin --';

/** Commands that only read. All others are audited. */
const readingCommands = new Set<string | undefined>(['inspect', 'verify']);

/**
 * Runs one admin command and returns its exit code: 0 done, 1 refused, 2 wrong usage. Wrong usage is reported before
 * Redis is looked for.
 */
export async function runAdmin(args: readonly string[], io: AdminIo): Promise<number> {
  const program = createProgram(io);
  try {
    await program.parseAsync(args, { from: 'user' });
    // Secrets are read from standard input, so arguments have none.
    if (!readingCommands.has(args[0])) io.audit({ command: args[0], arguments: args.slice(1) });
    return 0;
  } catch (error) {
    if (isHelp(error)) return error.exitCode === 0 ? 0 : 2;
    const isUsage = error instanceof CommanderError || error instanceof WrongUsage;
    const command = program.commands.find((one) => one.name() === args[0])?.name();
    const hint = `${[name, command].filter(Boolean).join(' ')} --help says what there is`;
    const said = error instanceof Error ? error.message : String(error);
    io.writeError(`${isUsage ? `${sentence(said.replaceAll('. ', '; '))} ${hint}.` : sentence(said)}\n`);
    if (wantsStacks(io.environment)) io.writeError(`${inspect(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

function createProgram(io: AdminIo): Command {
  const program = new Command(name)
    .description('Members, users and API keys of an installation, and its database.')
    .configureOutput({ writeOut: io.writeOut, writeErr: io.writeError, outputError: () => {} })
    .exitOverride();

  program
    .command('create-member')
    .description('a seller; prints its member id')
    .requiredOption('--name <name>', 'name of the seller')
    .option('--revenue-share-pct <percent>', 'fee on its auctions', '0')
    .action(async (options: { readonly name: string; readonly revenueSharePct: string }) => {
      const { revenueSharePct: revenue_share_pct } = options;
      const body = checked(memberResource.Create, { name: options.name, revenue_share_pct });
      await withStore(io, (store) => createMember(store, body));
    });

  program
    .command('create-user')
    .description(
      `a user who logs in with a password of ${passwordLength.min} to ${passwordLength.max} characters, read from standard input`,
    )
    .requiredOption('--username <name>', 'unique name')
    .option('--member <id>', 'the seller it belongs to; without one it is an administrator')
    .addOption(
      new Option(
        '--access <access>',
        'what it may do; default: viewer, and manager for the first user of a member',
      ).choices(accesses),
    )
    .action(async (options: { readonly username: string; readonly member?: string; readonly access?: Access }) => {
      const username = checked(userResource.fields.username.input, options.username, 'username');
      const memberId = options.member === undefined ? null : toId('--member', options.member);
      const password = await readSecret('the password', io.input, io.writeError);
      const role = memberId === null ? 'admin' : 'seller';
      checked(userResource.Create, { username, role, member_id: memberId, password });
      await withStore(io, (store) => addUser(store, { username, memberId, password, access: options.access }));
    });

  program
    .command('create-key')
    .description('an API key for a user; printed once')
    .requiredOption('--username <name>', 'the user it acts for')
    .option('--scope, --scopes <list>', `of: ${scopes.join(', ')}; without it all that the user may have`)
    .action(async (options: { readonly username: string; readonly scopes?: string }) => {
      const username = checked(userResource.fields.username.input, options.username, 'username');
      const granted = options.scopes === undefined ? undefined : toScopes(options.scopes);
      await withStore(io, (store) => addApiKey(store, username, granted));
    });

  program
    .command('revoke-key')
    .description('ends an API key, read from standard input')
    .action(async () => {
      const key = await readSecret('the key', io.input, io.writeError);
      await withStore(io, (store) => revokeKey(store, key));
    });

  program
    .command('revoke-all')
    .description('ends all API keys and all logins, of one user or of everyone; who has a password can log in again')
    .option('--username <name>', 'only of this user')
    .action(async (options: { readonly username?: string }) => {
      const { username: given } = options;
      const username = given === undefined ? null : checked(userResource.fields.username.input, given, 'username');
      await withStore(io, (store) => revokeAll(store, username));
    });

  program
    .command('adopt')
    .description(
      'before the service starts on a database that was put back, or is another one: takes it as it is, so that nothing in it acts by itself and no id is given twice',
    )
    .action(async () => {
      await confirm('adopt', 'What the database has lost stays lost, all log-ins end, and nothing acts by itself.', io);
      await adopt(io);
    });

  addDatabaseCommands(program, io);
  return program;
}

/** Asks a person at a terminal to type a word before an irreversible step; a program is not asked. Throws Refused. */
async function confirm(word: string, what: string, { input, writeError }: AdminIo): Promise<void> {
  if (input.isTTY !== true) return;
  writeError(`${what} Type ${word} and Enter to go on: `);
  for await (const chunk of input) {
    if (Buffer.from(chunk).toString('utf8').trim() === word) return;
    break;
  }
  throw new Refused(`nothing was done: ${word} was not typed`);
}

/** Runs a command on the installation's store, and prints the line that it returns. */
async function withStore(io: AdminIo, work: (store: RedisStore) => Promise<string>): Promise<void> {
  const { url, dataDir } = await readInstallation(io);
  const log = { warn: (message: string) => io.writeError(`${message}\n`) };
  const store = await openRedisStore({ url, memory: await readMemory(dataDir), log });
  try {
    if (store.history.held !== null) throw new Refused(store.history.held);
    io.writeOut(`${await work(store)}\n`);
  } finally {
    await store.close();
  }
}

const isHelp = (error: unknown): error is CommanderError =>
  error instanceof CommanderError && ['commander.help', 'commander.helpDisplayed'].includes(error.code);

/** One line that begins with a capital, unless it begins with an option, and ends with a full stop. */
function sentence(message: string): string {
  const line = message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}${/[.?)]$/.test(line) ? '' : '.'}`;
}
