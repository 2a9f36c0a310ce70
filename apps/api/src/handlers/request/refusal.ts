import { type Context, type Issue, ServiceError, type ServiceName, withIssues } from '@auction-tiers/contract';
import type { Refusal } from '@auction-tiers/store';
import type { Mirror } from '../../mirror/mirror.ts';
import { reusedKey } from '../../repeat/repeated-answers.ts';

/** The error of a write that the store refuses. */
export function toError(refusal: Refusal, service: string, id: number | undefined): ServiceError {
  switch (refusal.kind) {
    case 'not_found':
      return notFound(service, id);
    case 'changed':
      return new ServiceError(
        'conflict',
        `${service} ${id} is being changed by other requests at the same time; try again`,
      );
    case 'member_other':
      return new ServiceError(
        'conflict',
        'how the tiers of your member are published is being changed by other requests at the same time; try again',
      );
    case 'exists':
      return new ServiceError(
        'integrity',
        `id ${id} is taken by another ${service}`,
        issue('id', `is ${id}, which is taken`),
      );
    case 'dangling': {
      const message = `is ${refusal.id}, but ${refusal.service} ${refusal.id} does not exist`;
      return new ServiceError('integrity', `${refusal.field} ${message}`, issue(refusal.field, message));
    }
    case 'duplicate': {
      // Usernames are unique over all members: whose it is, is not for one member to know.
      const whose = service === 'user' ? 'another user' : `${service} ${refusal.id}`;
      const message = `is ${JSON.stringify(refusal.value)}, which ${whose} has already`;
      return new ServiceError('integrity', `${refusal.field} ${message}`, issue(refusal.field, message));
    }
    case 'in_use':
      return new ServiceError(
        'integrity',
        `${service} ${id} is in use by ${refusal.count} ${refusal.service} object${refusal.count === 1 ? '' : 's'}`,
      );
    case 'reused_key':
      return reusedKey();
    case 'limit':
      return new ServiceError('limit', `a member may have ${refusal.limit} ${service} objects, and yours has as many`);
  }
}

/** Another member's object looks like one that does not exist. */
export function notFound(service: string, id: number | undefined, path = 'id'): ServiceError {
  return new ServiceError('not_found', `${service} ${id} was not found`, issue(path, `is ${id}, which does not exist`));
}

/** The error for an object that is stored in a form that this version cannot read. It may still be deleted. */
export function unreadable(service: string, id: number, problem: string): ServiceError {
  const message = `${service} ${id} is stored in a form that cannot be read (${problem}); it must be repaired or deleted first`;
  return new ServiceError('integrity', message);
}

/** Tells a reader of many objects which ones are missing from the answer. */
export function warnOfUnreadable(
  call: Pick<Context, 'warn'>,
  mirror: Mirror,
  services: readonly ServiceName[],
  owner: number | null,
): void {
  for (const { service, id, owner: found, problem } of mirror.unreadable()) {
    if (found !== owner || !services.includes(service)) continue;
    call.warn(`${service} ${id} is left out: it is stored in a form that cannot be read (${problem})`);
  }
}

const issue = (path: string, message: string) => ({ issues: [{ path, message }] });

/** One error for several references to objects that do not exist. */
export const danglingReferences = (issues: readonly Issue[]): ServiceError => withIssues('integrity', issues);

/** Runs a function, and prefixes the issues of its error with the attribute that holds the function's input. */
export async function issuesUnder<T>(attribute: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.issues.length === 0) throw error;
    const issues = error.issues.map(({ path, message }) => ({ path: `${attribute}.${path}`, message }));
    const message = issues.map((one) => `${one.path} ${one.message}`).join('; ');
    throw new ServiceError(error.kind, message, { issues });
  }
}
