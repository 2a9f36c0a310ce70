import type { ServiceError } from '@auction-tiers/contract';
import { recheckMs } from './token-life.ts';

/** A stream or a subscription, as long as it is open. */
export interface OpenCaller {
  /** Aborted with the ServiceError once the credential is refused. */
  readonly refused: AbortSignal;
  /** Counts as a use of the credential. Undefined where it is known to be good; else resolves once that is known. */
  readonly use: () => Promise<void> | undefined;
  readonly close: () => void;
}

/** A credential under which something stays open. */
interface Watched<Credential> {
  readonly credential: Credential;
  readonly open: Set<AbortController>;
  isChecked: boolean;
}

/** Checks the credentials of what stays open, streams and subscriptions, each once however much is open under it. */
export class CredentialWatch<Credential extends { readonly hash: string }> {
  readonly #check: (credential: Credential) => Promise<ServiceError | undefined>;
  readonly #watched = new Map<string, Watched<Credential>>();
  #timer: NodeJS.Timeout | undefined;

  /** `check` gives the error of a credential that is refused; it does not reject. */
  constructor(check: (credential: Credential) => Promise<ServiceError | undefined>) {
    this.#check = check;
  }

  /** Aborts `open` with the error once the credential is refused. Gives the function that ends the watch. */
  add(credential: Credential, open: AbortController): () => void {
    const { hash } = credential;
    const watched = this.#watched.get(hash) ?? { credential, open: new Set(), isChecked: false };
    this.#watched.set(hash, watched);
    watched.open.add(open);
    // What is open keeps the process alive; this timer need not.
    this.#timer ??= setInterval(() => this.#checkAll(), recheckMs).unref();
    return () => {
      watched.open.delete(open);
      if (watched.open.size === 0 && this.#watched.get(hash) === watched) this.#watched.delete(hash);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #checkAll(): void {
    for (const watched of this.#watched.values()) {
      if (!watched.isChecked) void this.#checkOne(watched);
    }
  }

  async #checkOne(watched: Watched<Credential>): Promise<void> {
    watched.isChecked = true;
    const error = await this.#check(watched.credential);
    watched.isChecked = false;
    if (error === undefined) return;
    for (const open of watched.open) open.abort(error);
  }
}
