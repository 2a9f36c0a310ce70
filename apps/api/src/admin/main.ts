import { inspect } from 'node:util';
import { apiKeyResource, issuesOf, memberResource, type Scope, scopes, userResource } from '@auction-tiers/contract';
import { openRedisStore, type RedisStore } from '@auction-tiers/store';
import type { z } from 'zod';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { createApiKey, createUser, scopesOf } from '../auth/account.ts';
import { sha256 } from '../auth/secret.ts';
import { readRedisUrl, wantsStacks } from '../settings/settings.ts';

/** An error that is printed as its message, without a stack trace. */
class AdminError extends Error {}

const actor = { user: 'admin command', requestId: 'admin-command' };

const program = new Command('npm run admin --')
  .description('Members, users and API keys of an installation.')
  .showHelpAfterError()
  .exitOverride();

program
  .command('create-member')
  .description('a seller; prints its member id')
  .requiredOption('--name <name>', 'name of the seller')
  .option('--revenue-share-pct <percent>', 'fee on its auctions', '0')
  .action((options: { name: string; revenueSharePct: string }) => withStore((store) => createMember(store, options)));

program
  .command('create-user')
  .description('a user who logs in with a password, read from standard input')
  .requiredOption('--username <name>', 'unique name')
  .option('--member <id>', 'the seller it belongs to; without one it is an administrator', toId)
  .action((options: { username: string; member?: number }) => withStore((store) => addUser(store, options)));

program
  .command('create-key')
  .description('an API key for a user; printed once')
  .requiredOption('--username <name>', 'the user it acts for')
  .option('--scopes <list>', `of: ${scopes.join(', ')}`, toScopes)
  .action((options: { username: string; scopes?: readonly Scope[] }) =>
    withStore((store) => addApiKey(store, options)),
  );

program
  .command('revoke-key')
  .description('ends an API key, read from standard input')
  .action(() => withStore(revokeKey));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (wantsStacks(process.env)) process.stderr.write(`${inspect(error)}\n`);
    process.exitCode = 1;
  }
}

async function withStore(work: (store: RedisStore) => Promise<void>): Promise<void> {
  const address = readRedisUrl(process.env);
  if (!address.ok) throw new AdminError(address.problems.join('\n'));
  const store = await openRedisStore({
    url: address.url,
    log: { warn: (message) => process.stderr.write(`${message}\n`) },
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

async function createMember(
  store: RedisStore,
  { name, revenueSharePct }: { name: string; revenueSharePct: string },
): Promise<void> {
  const body = memberResource.Create.safeParse({ name, revenue_share_pct: revenueSharePct });
  if (!body.success) throw new AdminError(messageOf(body.error));
  const result = await store.create(memberResource, null, body.data, actor);
  if (!result.ok) throw new AdminError(`the member could not be made: ${result.refusal.kind}`);
  process.stdout.write(`member ${result.change.id}\n`);
}

async function addUser(store: RedisStore, { username, member }: { username: string; member?: number }): Promise<void> {
  if (member !== undefined && (await store.get(memberResource, member, member)) === null) {
    throw new AdminError(`--member is ${member}, which is not a member. create-member makes one.`);
  }
  const password = await readSecret('the password');
  const role = member === undefined ? 'admin' : 'seller';
  const body = userResource.Create.safeParse({ username, role, member_id: member ?? null, password });
  if (!body.success) throw new AdminError(messageOf(body.error));
  const result = await createUser(
    store,
    { username: body.data.username, role, member_id: member ?? null, password },
    actor,
  );
  if (!result.ok) throw new AdminError(`--username is ${JSON.stringify(username)}, which is taken`);
  process.stdout.write(`user ${result.change.id} (${role})\n`);
}

async function addApiKey(store: RedisStore, options: { username: string; scopes?: readonly Scope[] }): Promise<void> {
  const user = await store.credentials.findUser(options.username);
  if (user === null)
    throw new AdminError(
      `--username is ${JSON.stringify(options.username)}, which is not a username here. create-user makes one.`,
    );
  const allowed = scopesOf(user.role);
  const granted = options.scopes ?? allowed;
  const excess = granted.filter((scope) => !allowed.includes(scope));
  if (excess.length > 0) throw new AdminError(`--scopes holds ${excess.join(', ')}, which a ${user.role} may not have`);
  const { key, result } = createApiKey(store, { userId: user.id, name: 'Made by create-key', scopes: granted }, actor);
  const made = await result;
  if (!made.ok) throw new AdminError(`the key could not be made: ${made.refusal.kind}`);
  process.stdout.write(`${key}\n`);
}

async function revokeKey(store: RedisStore): Promise<void> {
  const found = await store.credentials.findKey(sha256(await readSecret('the key')));
  const result = found === null ? null : await store.remove(apiKeyResource, null, found.id, actor);
  if (result?.ok !== true) throw new AdminError('this key is not known; nothing was changed');
  process.stdout.write('revoked; auctions with it end within seconds\n');
}

const messageOf = (error: z.ZodError): string =>
  issuesOf(error)
    .map(({ path, message }) => `${path} ${message}`)
    .join('; ');

/** Secrets come by standard input: arguments show in the list of processes. */
async function readSecret(what: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`Type ${what}, then Enter and Ctrl-D: `);
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  const secret = Buffer.concat(chunks).toString('utf8').trim();
  if (secret === '') throw new AdminError(`${what} is expected on standard input, and nothing came`);
  return secret;
}

function toId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('allowed: a member id such as 3');
}

function toScopes(text: string): readonly Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`allowed: ${scopes.join(', ')}`);
  return names as Scope[];
}
