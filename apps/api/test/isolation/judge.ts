import { createRouter } from '@auction-tiers/contract';
import { tools } from '../../src/doors/mcp/tools.ts';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { operations } from '../fixture/api-document.ts';
import type { Answer } from '../fixture/request.ts';
import type { TestService } from '../fixture/service.ts';
import { type Ask, operationOf } from './ask.ts';
import type { Attempt } from './attempt.ts';
import { leaksOf, wholeOf } from './canary.ts';
import { type Door, doors, type Said } from './door.ts';
import type { Party, World } from './world.ts';

/** What a key is refused, whatever it names: these calls are sent with the token of a log-in. */
export const byLogIn: ReadonlySet<string> = new Set(['apiKey.create', 'user.create']);

/**
 * Sends a call to one door, with the party's key or, where a key is refused, its token. The request id is given, so that
 * answers to the same call are equal.
 */
export async function askAt(
  door: Door,
  { send, token }: Pick<Party, 'send' | 'token'>,
  ask: Ask,
  key?: string | null,
): Promise<Answer | null> {
  const request = door.requestOf(ask);
  if (request === null) return null;
  const { method, path, body, headers } = request;
  const sent = { body, headers: { 'x-request-id': 'stranger', ...headers } };
  const own = byLogIn.has(operationOf(ask).procedure) ? { key: token } : {};
  return send(method, path, key === undefined ? { ...sent, ...own } : { ...sent, key });
}

/**
 * What is wrong with the answers to an attempt, at every door: another status, a value of the victim's, a count of more
 * rows than are shown, or any difference from the answer about an object that does not exist.
 */
export async function faultsOf({ victim, absent }: World, stranger: Party, attempt: Attempt): Promise<string[]> {
  const faults: string[] = [];
  for (const door of doors) {
    const asked = attempt.ask(victim, stranger);
    const [answer, nothing] = await Promise.all([
      askAt(door, stranger, asked),
      askAt(door, stranger, attempt.ask(absent, stranger)),
    ]);
    if (answer === null || nothing === null) continue;
    const fault = (what: string) => faults.push(`${door.name}, ${attempt.title}: ${what}`);
    const said = door.read(answer);
    if (said.status !== attempt.status)
      fault(`${said.status} instead of ${attempt.status}: ${answer.text.slice(0, 300)}`);
    if (isMiscounted(asked, said)) fault(`counts ${said.count} and shows ${said.rows.length}`);
    for (const leak of leaksOf(answer, asked, victim)) fault(`shows ${leak}`);
    const difference = differenceOf(wholeOf(answer), wholeOf(nothing));
    if (difference !== null) fault(`differs from the answer about what does not exist: ${difference}`);
  }
  return faults;
}

/** Where no page is asked for, all that is counted is shown. */
const isMiscounted = ({ action, query = {} }: Ask, { status, count, rows }: Said): boolean =>
  action === 'list' && status === 200 && !('start_element' in query) && count !== rows.length;

/** The first difference of two texts with some characters around it; null where they are equal. */
function differenceOf(one: string, other: string): string | null {
  if (one === other) return null;
  const parting = one.split('').findIndex((character, index) => character !== other[index]);
  const [first, second] = [one, other].map((text) => text.slice(Math.max(0, parting - 40), parting + 80));
  return `"${first}", not "${second}"`;
}

/** Procedures that need no credential. */
const openProcedures: ReadonlySet<string> = new Set(['auth.login']);

/** The names of the operations that need a credential, at every door: of the document, of the router that is served, and those that tools call. */
export function guardedNames({ opened }: TestService): readonly string[] {
  const { _def: definition } = createRouter(createHandlers(opened));
  const procedures = Object.keys(definition.procedures).filter((name) => !openProcedures.has(name));
  const documented = operations.filter(({ scope }) => scope !== null).map(({ method, path }) => `${method} ${path}`);
  const called = new Set(tools.map(({ procedure }) => `mcp ${procedure}`));
  return [...documented, ...procedures, ...called].toSorted();
}

/** The names, at every door, of the operations that some calls are of. */
export function namesOf(asks: readonly Ask[]): readonly string[] {
  const names = doors.flatMap((door) => asks.flatMap((ask) => door.requestOf(ask)?.operation ?? []));
  return [...new Set(names)].toSorted();
}
