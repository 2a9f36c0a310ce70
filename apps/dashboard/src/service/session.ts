import { Refusal } from './problem.ts';
import { createShared } from './shared.ts';
import type { Issue } from '@auction-tiers/contract';

/** The user of this page. The service knows the user by a cookie, which scripts cannot read. */
export interface Session {
  readonly user_id: number;
  readonly username: string;
  readonly role: 'seller' | 'admin';
  /** The seller that the user acts for; null: an administrator, who acts for any. */
  readonly member_id: number | null;
  readonly scopes: readonly string[];
  /** Whether the installation has a mail server. */
  readonly sends_mail: boolean;
}

/** `unknown`: not asked yet. `none`: no user is signed in. `ended`: its user goes on after a password. */
export type SessionState =
  | { readonly state: 'unknown' | 'none' }
  | { readonly state: 'open' | 'ended'; readonly session: Session };

/** The header that tells a write of this page from one that a foreign page sends. */
export const pageHeader = { 'x-auction-tiers-page': '1' } as const;

const path = '/app/session';
const state = createShared<SessionState>({ state: 'unknown' });
let renewals: (() => void)[] = [];

export const useSession = state.useValue;

/** Asks the service who this is, and what this user may do by now. Throws where it does not answer. */
export async function findSession(): Promise<void> {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  const session = response.status === 401 ? null : await readSession(response);
  const current = state.get();
  const known = 'session' in current ? current.session : session;
  // Keeps what was typed: the page asks its user for the password in place.
  if (known !== null && known.user_id !== session?.user_id) state.set({ state: 'ended', session: known });
  else state.set(session === null ? { state: 'none' } : { state: 'open', session });
}

const post = (to: string, body: object): Promise<Response> =>
  fetch(to, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...pageHeader },
    body: JSON.stringify(body),
  });

/** Signs in, with a new password if `next` is given, and continues waiting calls; throws a Refusal with the reason. */
export async function signIn(username: string, password: string, next?: string): Promise<void> {
  const response = await post(path, { session: { username, password, new_password: next } });
  const session = (await readSession(response))!;
  const current = state.get();
  const isOther = current.state === 'ended' && current.session.user_id !== session.user_id;
  // Calls of another user must not continue: they are lost with the page, which reloads only after a while.
  if (isOther) return location.reload();
  state.set({ state: 'open', session });
  const waiting = renewals;
  renewals = [];
  for (const goOn of waiting) goOn();
}

/** What others have changed of the user and its keys. */
export interface Untold {
  readonly revision: string;
  readonly acts: readonly { readonly time: string; readonly words: string }[];
  /** How many older changes are not among them. */
  readonly others: number;
  readonly only_made: boolean;
}

const untoldPath = `${path}/untold`;

/**
 * What others have changed that the user has not said to have seen; null: nothing. Throws where there is no answer. That
 * somebody has made it, a user knows at its first sign-in: that alone is noted as seen, and not told.
 */
export async function findUntold(): Promise<Untold | null> {
  const response = await fetch(untoldPath, { headers: { accept: 'application/json' } });
  if (!response.ok) throw await refusalOf(response);
  const { response: answer } = (await response.json()) as { response: { untold: Untold | null } };
  if (answer.untold?.only_made !== true) return answer.untold;
  await dismissUntold(answer.untold.revision);
  return null;
}

/** Says that the user has seen all changes up to a revision. */
export async function dismissUntold(revision: string): Promise<void> {
  const response = await post(untoldPath, { untold: { told_revision: revision } });
  if (!response.ok) throw await refusalOf(response);
}

export async function signOut(): Promise<void> {
  const response = await fetch(path, { method: 'DELETE', headers: pageHeader });
  if (!response.ok && response.status !== 401) throw await refusalOf(response);
  location.assign('/app/');
}

/** The service has refused the session: the page asks for the password in place. Resolves after the next sign-in. */
export function renewed(): Promise<void> {
  const current = state.get();
  if (current.state === 'open') state.set({ state: 'ended', session: current.session });
  return new Promise((resolve) => {
    renewals.push(resolve);
  });
}

/** Null: nobody is signed in. */
async function readSession(response: Response): Promise<Session | null> {
  if (!response.ok) throw await refusalOf(response);
  const { response: answer } = (await response.json()) as { response: { session: Session | null } };
  return answer.session;
}

interface Failure {
  readonly response: { readonly error: string; readonly dbg_info: { readonly issues?: readonly Issue[] } };
}

/** The Refusal of an answer outside of tRPC. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const { status, statusText } = response;
  const text = await response.text();
  try {
    const { error, dbg_info: debug } = (JSON.parse(text) as Failure).response;
    return new Refusal(error, status, debug.issues);
  } catch {
    return new Refusal(`the service answered ${status} ${statusText}`, status);
  }
}
