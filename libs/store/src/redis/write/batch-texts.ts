import type { RedisLink } from '../connection/link.ts';

/** Texts are sent at this many bytes together: the Redis client copies them twice, in one event-loop turn. */
export const mostAtOnce = 256 * 1024;

/** How long staged texts are kept: twice the time that the connection waits for a reply. */
const stagedMs = 60_000;

/** Texts in the form that the `write_batch` function takes: inline, or staged under a key. */
interface GivenTexts {
  readonly inline: readonly Buffer[];
  readonly staged: { readonly key: string; readonly count: number } | undefined;
}

/**
 * The texts of a batch write. Short ones go inline with the request. Long ones are staged: stored under a key in parts,
 * because some megabytes in one command would block the event loop for 20 ms.
 */
export class BatchTexts {
  readonly #link: RedisLink;
  readonly #key: string;
  #waiting: Buffer[] = [];
  #waitingLength = 0;
  #stagedCount = 0;

  constructor(link: RedisLink, key: string) {
    this.#link = link;
    this.#key = key;
  }

  async add(text: Buffer): Promise<void> {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    if (this.#waitingLength >= mostAtOnce) await this.#stage();
  }

  async end(): Promise<GivenTexts> {
    if (this.#stagedCount === 0) return { inline: this.#waiting, staged: undefined };
    if (this.#waiting.length > 0) await this.#stage();
    return { inline: [], staged: { key: this.#key, count: this.#stagedCount } };
  }

  async #stage(): Promise<void> {
    const texts = this.#waiting;
    this.#waiting = [];
    this.#waitingLength = 0;
    if (this.#stagedCount === 0) {
      await this.#link.transaction([
        ['RPUSH', this.#key, ...texts],
        ['PEXPIRE', this.#key, String(stagedMs)],
      ]);
    } else {
      // If the key has expired, RPUSHX adds nothing, and the function finds too few texts.
      await this.#link.run('RPUSHX', this.#key, ...texts);
    }
    this.#stagedCount += texts.length;
  }
}
