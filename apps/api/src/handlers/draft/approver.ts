import { type CallContext, dateText, ServiceError } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import type { Deps } from '../request/deps.ts';
import { requireOwnCredential } from '../request/own-credential.ts';
import { isAct, isConfirmation, toldThrough } from '../request/act-on-user.ts';

/** How long after a user was told of a change by another user it is the means of that other user. */
const waitingMs = 7 * 86_400_000;

/**
 * Throws unless the caller and the users who have changed the draft are different people. A key counts only if its user
 * made it. A user that another one has made or changed is the means of that one, and of whose means that one is, until
 * another manager has confirmed it, or it was told of the change seven days ago. `editors`: the usernames. Judged by the
 * change log; what this does not hold any more counts as the user's own.
 */
export async function requireOwnApproval(deps: Deps, call: CallContext, editors: readonly string[]): Promise<void> {
  await requireOwnCredential(deps, call, 'approves');
  const { username } = call.caller;
  const acts = await openActs(deps);
  const ofEditors = meansOf(acts, editors).get(username);
  const ofCaller = meansOf(acts, [username]);
  const act = ofEditors ?? editors.map((editor) => ofCaller.get(editor)).find((one) => one !== undefined);
  if (act === undefined) return;
  const { change, of, toldMs } = act;
  const what = change.operation === 'create' ? 'made' : 'changed';
  const until = toldMs === null ? 'seven days after its next log-in' : `from ${dateText(toldMs + waitingMs)} UTC`;
  const message = `${of} was ${what} by ${change.user}, so ${username} and ${editors.join(' and ')}, who changed what is in this draft, do not count as two people; they do once another manager has confirmed ${of}, or ${until}; any other publisher may approve now; PUT /user?id=${change.id} with confirmed confirms`;
  deps.audit.tell('refused', call, { operation: 'draft.approve', why: message });
  throw new ServiceError('integrity', message);
}

/** The newest change of a user by one other user, of which the user was not told seven days ago. */
interface OpenAct {
  /** The name of the user that was made or changed. */
  readonly of: string;
  readonly change: Change;
  /** When the user was told; null: not yet. */
  readonly toldMs: number | null;
  /** Who has confirmed the user since. */
  readonly confirmers: readonly string[];
}

/** The open acts, by the name of the user who acted. */
type OpenActs = ReadonlyMap<string, readonly OpenAct[]>;

async function openActs({ userChanges, mirror, clock }: Deps): Promise<OpenActs> {
  const changesOf = Map.groupBy(await userChanges.all(), ({ userId }) => userId);
  const idOf = new Map(mirror.rows('user', null).map(({ username, id }) => [username, id]));
  const nowMs = clock.epochMs();
  const found: OpenAct[] = [];
  for (const [userId, ofUser] of changesOf) {
    const changes = ofUser.map(({ change }) => change);
    const images = changes.flatMap(({ service, before, after }) => (service === 'user' ? [before, after] : []));
    const names = [mirror.row('user', null, userId), ...images].map((image) => image?.['username']);
    // A deleted user may have been the means of another; one of the same name today is another user.
    const own = [...new Set(names)].filter((name) => typeof name === 'string' && (idOf.get(name) ?? userId) === userId);
    for (const name of own) found.push(...openActsOn(String(name), changes, nowMs));
  }
  return Map.groupBy(found, ({ change }) => change.user);
}

/** The open acts on one user. `changes`: of it and its keys, newest first. */
function openActsOn(of: string, changes: readonly Change[], nowMs: number): readonly OpenAct[] {
  const told: { readonly through: number; readonly timeMs: number }[] = [];
  const confirmers: string[] = [];
  const newest = new Map<string, OpenAct>();
  for (const change of changes) {
    const through = toldThrough(change);
    if (through !== null) told.push({ through, timeMs: change.timeMs });
    else if (isConfirmation(change)) confirmers.push(change.user);
    else if (isAct(change, of) && !newest.has(change.user)) {
      const toldMs = told.findLast((one) => one.through >= change.revision)?.timeMs ?? null;
      newest.set(change.user, { of, change, toldMs, confirmers: [...confirmers] });
    }
  }
  return [...newest.values()].filter(({ toldMs }) => toldMs === null || nowMs < toldMs + waitingMs);
}

/**
 * The users that are the means of some, each with the act that makes it so. A confirmation counts by whom neither these
 * nor the confirmed user can have made or changed, whatever was confirmed.
 */
function meansOf(acts: OpenActs, names: readonly string[]): ReadonlyMap<string, OpenAct | undefined> {
  return reachedFrom(acts, names, ({ of, confirmers }) => {
    if (confirmers.length === 0) return false;
    const dependent = reachedFrom(acts, [...names, of], () => false);
    return confirmers.some((confirmer) => !dependent.has(confirmer));
  });
}

/** The users that acts lead to from some, these included, each with the act that leads to it. */
function reachedFrom(
  acts: OpenActs,
  names: readonly string[],
  isConfirmed: (act: OpenAct) => boolean,
): ReadonlyMap<string, OpenAct | undefined> {
  const reached = new Map<string, OpenAct | undefined>(names.map((name) => [name, undefined]));
  // A map that grows is iterated to its new end.
  for (const name of reached.keys()) {
    for (const act of acts.get(name) ?? []) if (!reached.has(act.of) && !isConfirmed(act)) reached.set(act.of, act);
  }
  return reached;
}
