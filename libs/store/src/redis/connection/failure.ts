import { StoreUnavailable, StoreUnusable, type Trouble } from '../../port/store-error.ts';

/** Error replies of a server that is reachable but cannot serve now. */
const temporary =
  /^(LOADING|EXECABORT|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM|UNBLOCKED|NOGOODSLAVE)\b/;

/** The trouble by the reply's code. Any other temporary failure counts as `away`. */
const troubleOfCode: Readonly<Partial<Record<string, Trouble>>> = {
  OOM: 'full',
  READONLY: 'read_only',
  MISCONF: 'disk',
  NOREPLICAS: 'replicas',
  NOPERM: 'refused',
};

/** Errors of ioredis after which the command has certainly not reached Redis. */
const neverSent = /isn't writeable|isn't ready|None of startup nodes|Failed to refresh slots cache/;

/**
 * A temporary failure becomes `StoreUnavailable`; an error reply to the command itself stays an `Error`. `isWrite`: the
 * command may have been carried out although its reply was lost.
 */
export function toStoreError(error: unknown, where: string, isWrite: boolean): Error {
  if (error instanceof StoreUnavailable) return error;
  if (!(error instanceof Error)) return new Error(`Redis at ${where} failed: ${String(error)}`, { cause: error });
  if (error.name !== 'ReplyError') {
    return new StoreUnavailable(`Redis at ${where} does not answer (${reason(error)})`, {
      outcomeUnknown: isWrite && !neverSent.test(error.message),
    });
  }
  if (temporary.test(error.message)) {
    return new StoreUnavailable(`Redis at ${where} cannot serve now (${error.message})`, { trouble: troubleOf(error) });
  }
  return new Error(`Redis at ${where} refused a command: ${error.message}`);
}

/** The missing permission that an error reply names, such as `the command xtrim`; null: another error. */
export function refusedRight(error: unknown): string | null {
  const message = error instanceof Error ? error.message : String(error);
  if (!/NOPERM|ACL failure in script/.test(message)) return null;
  const command = /run the '([^']+)' command/.exec(message)?.[1];
  if (command !== undefined) return `the command ${command.replace('|', ' ')}`;
  return /channel/i.test(message) ? 'a channel' : 'a key';
}

/** An aborted transaction has its reason in the errors of its commands. */
function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Error)) return 'away';
  const { previousErrors = [] } = error as { readonly previousErrors?: readonly Error[] };
  const codes = [error, ...previousErrors].map(({ message }) => message.split(' ', 1)[0] ?? '');
  return codes.map((code) => troubleOfCode[code]).find((trouble) => trouble !== undefined) ?? 'away';
}

/** Only the text, because the error object has the command's arguments, which may be secrets. */
function reason(error: Error): string {
  if (neverSent.test(error.message)) return 'not connected';
  if (error.name === 'MaxRetriesPerRequestError') return 'the connection broke';
  return error.message;
}

/** The reply of a command that completes a write: if it fails, what was written before stays. */
export async function asCompletion<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StoreUnavailable(error.message, { trouble: error.trouble, outcomeUnknown: true, cause: error });
  }
}

/** Why the functions could not be loaded. */
export function toLoadError(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (/^NOPERM|unknown command/i.test(message)) {
    return new StoreUnusable(
      `This user of Redis may not load functions (${message}); allow FUNCTION and FCALL, for example with ACL SETUSER <user> +function +fcall`,
    );
  }
  const trouble = error instanceof StoreUnavailable ? error.trouble : troubleOf(error);
  return new StoreUnavailable(`The store's functions could not be loaded into Redis (${message})`, { trouble });
}
