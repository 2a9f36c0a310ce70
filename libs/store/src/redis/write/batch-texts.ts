import type { RedisLink } from '../connection/link.ts';

/** Texts are sent when they have so many bytes together: the client of Redis copies them twice, in one turn of the event loop. */
export const mostAtOnce = 256 * 1024;

/** How long what was staged for a batch write is kept: as long as its connection may wait for a reply, twice. */
const stagedMs = 60_000;

/** Texts as the `write_batch` function takes them: with the request, or by the key that they are under. */
interface GivenTexts {
  readonly inline: readonly Buffer[];
  readonly staged: { readonly key: string; readonly count: number } | undefined;
}

/**
 * The texts that a batch write comes with. Where they are short they go with the request. Else they are staged: put under a
 * key in parts, because some megabytes in one command would hold the event loop for 20 ms.
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
      // Where the key has ended nothing is put there, and the function finds too few.
      await this.#link.run('RPUSHX', this.#key, ...texts);
    }
    this.#stagedCount += texts.length;
  }
}
