import { type Caller, ServiceError } from '@auction-tiers/contract';
import { type Credential, credentialOf } from './look-up.ts';

/** The caller of an open subscription. */
export interface OpenCaller {
  /** Aborted with the ServiceError once the credential is refused. */
  readonly refused: AbortSignal;
  readonly close: () => void;
}

/** The subscriptions that are open, each with the credential of its caller. */
export class OpenCallers {
  readonly #open = new Map<AbortController, Credential>();

  /** Adds a caller that was found, and whose request stays open. */
  open(header: string | undefined): OpenCaller {
    const refusing = new AbortController();
    const sent = credentialOf(header);
    if (sent instanceof ServiceError) refusing.abort(sent);
    else this.#open.set(refusing, sent);
    return { refused: refusing.signal, close: () => this.#open.delete(refusing) };
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
