import { type Caller, ServiceError } from '@auction-tiers/contract';
import { type Credential, credentialOf } from './look-up.ts';

/** A stream or a subscription, as long as it is open. */
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

  /** For a caller that was found, and whose request stays open. `authenticate` finds it again. */
  open(header: string | undefined, authenticate: () => Promise<Caller | ServiceError>): OpenCaller {
    const refusing = new AbortController();
    const sent = credentialOf(header);
    if (sent instanceof ServiceError) refusing.abort(sent);
    else this.#open.set(refusing, sent);
    const use = async () => {
      // While the store is away, what is open goes on.
      const found = await authenticate().catch(() => undefined);
      if (found instanceof ServiceError) refusing.abort(found);
    };
    return { refused: refusing.signal, use, close: () => this.#open.delete(refusing) };
  }

  /** Refuses those for whose credential there is an error. What cannot be known at the moment goes on. */
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
