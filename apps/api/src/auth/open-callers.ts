import { type Caller, ServiceError } from '@auction-tiers/contract';
import { type Credential, credentialOf } from './look-up.ts';

/** The caller of an open stream or subscription. */
export interface OpenCaller {
  /** Aborted with the ServiceError once the credential is refused. */
  readonly refused: AbortSignal;
  /** Counts as a use of the credential. Resolves once it is known whether it is still good, never rejects. */
  readonly use: () => Promise<void>;
  readonly close: () => void;
}

/** The streams and subscriptions that are open, each with the credential of its caller. */
export class OpenCallers {
  readonly #open = new Map<AbortController, Credential>();

  /** Adds a caller that was found, and whose request stays open. `authenticate` checks its credential again. */
  open(header: string | undefined, authenticate: () => Promise<Caller | ServiceError>): OpenCaller {
    const refusing = new AbortController();
    const sent = credentialOf(header);
    if (sent instanceof ServiceError) refusing.abort(sent);
    else this.#open.set(refusing, sent);
    const use = async () => {
      // While the store is away, streams and subscriptions go on.
      const found = await authenticate().catch(() => undefined);
      if (found instanceof ServiceError) refusing.abort(found);
    };
    return { refused: refusing.signal, use, close: () => this.#open.delete(refusing) };
  }

  /** Refuses the callers whose credential gives an error. A credential that cannot be checked now stays accepted. */
  async refuse(find: (sent: Credential) => Promise<Caller | ServiceError | undefined>): Promise<void> {
    const refuse = async ([refusing, sent]: readonly [AbortController, Credential]) => {
      const found = await find(sent).catch(() => undefined);
      if (!(found instanceof ServiceError)) return;
      this.#open.delete(refusing);
      refusing.abort(found);
    };
    await Promise.all(Array.from(this.#open, refuse));
  }
}
