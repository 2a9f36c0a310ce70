import type { Client } from '@auction-tiers/contract';
import type { Logger } from 'pino';

/** After this many log-ins that all came through one proxy, a warning is logged. */
const enough = 3;

/** Notices, after the start, that every log-in comes from the address of one proxy: then failures of one client lock out all. */
export class ForwardedLogins {
  readonly #log: Pick<Logger, 'warn'>;
  #address: string | undefined;
  #count = 0;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  note(client: Client | undefined): void {
    if (client === undefined || this.#count >= enough) return;
    const address = client.address();
    this.#address ??= address;
    if (!client.isForwarded() || address !== this.#address) {
      this.#count = enough;
      return;
    }
    this.#count++;
    if (this.#count < enough) return;
    this.#log.warn(
      { address },
      `every log-in since the start came from ${address} with X-Forwarded-For: if that is your proxy, name it in TRUSTED_PROXIES; until then failed log-ins of one client lock out the others`,
    );
  }
}
