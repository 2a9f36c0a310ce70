/** Texts up to this length are parsed at once, in about a tenth of a millisecond. */
export const pieceLength = 16 * 1024;
/** Values that stand deeper are parsed at once: else a text of nested brackets would be read again for each of them. */
const deepest = 4;
/** Characters outside of strings that are looked at in a step. */
const looksPerStep = 16 * 1024;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const ownAttribute = { writable: true, enumerable: true, configurable: true };

/** The reader of pieces has met something that it does not expect: the whole text then says what is wrong with it. */
class Unexpected extends Error {}

/**
 * The value of a JSON text, as `JSON.parse` gives it, in steps. Throws the `SyntaxError` that `JSON.parse` throws.
 * `most`: the length of a text that is parsed at once.
 */
export function* parseInSteps(text: string, most = pieceLength): Generator<undefined, unknown, undefined> {
  if (text.length > most) {
    try {
      return yield* new PieceReader(text, most).whole();
    } catch (error) {
      if (!(error instanceof Unexpected || error instanceof SyntaxError)) throw error;
    }
  }
  return JSON.parse(text);
}

/** Finds where values begin and end, and has `JSON.parse` read short ones, or some of them together. */
class PieceReader {
  readonly #text: string;
  readonly #most: number;
  #at = 0;

  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
  }

  *whole(): Generator<undefined, unknown, undefined> {
    const value = yield* this.#value(0);
    if (this.#next() !== undefined) throw new Unexpected();
    return value;
  }

  /** Reads the next value, which stands so deep. */
  *#value(depth: number): Generator<undefined, unknown, undefined> {
    this.#next();
    const start = this.#at;
    yield* this.#pass();
    return yield* this.#between(start, this.#at, depth);
  }

  /** Reads the value between two places, and goes to the second. */
  *#between(start: number, end: number, depth: number): Generator<undefined, unknown, undefined> {
    const opening = this.#text.charCodeAt(start);
    const isShort = end - start <= this.#most || depth === deepest;
    if (isShort || (opening !== openBracket && opening !== openBrace)) return this.#parse(start, end);
    this.#at = start + 1;
    return opening === openBracket ? yield* this.#array(depth) : yield* this.#object(depth);
  }

  *#array(depth: number): Generator<undefined, unknown[], undefined> {
    const values: unknown[] = [];
    /** Where the short elements begin that are not read yet, and where they end; none: both the same. */
    let [from, to] = [this.#at, this.#at];
    const readShort = () => {
      if (from !== to) values.push(...(JSON.parse(`[${this.#text.slice(from, to)}]`) as unknown[]));
      from = to;
    };
    for (let code: number | undefined = comma; code === comma; code = this.#take()) {
      this.#next();
      const start = this.#at;
      yield* this.#pass();
      if (this.#at - start > this.#most) {
        readShort();
        values.push(yield* this.#between(start, this.#at, depth + 1));
        continue;
      }
      if (from === to) from = start;
      to = this.#at;
      if (to - from <= this.#most) continue;
      readShort();
      yield;
    }
    readShort();
    if (this.#text.charCodeAt(this.#at - 1) !== closeBracket) throw new Unexpected();
    return values;
  }

  *#object(depth: number): Generator<undefined, object, undefined> {
    const members: Record<string, unknown> = {};
    for (let code: number | undefined = comma; code === comma; code = this.#take()) {
      if (this.#next() !== quote) throw new Unexpected();
      const start = this.#at;
      this.#passString();
      const name = this.#parse(start, this.#at) as string;
      if (this.#take() !== colon) throw new Unexpected();
      const value = yield* this.#value(depth + 1);
      // An attribute like any other.
      if (name === '__proto__') Object.defineProperty(members, name, { ...ownAttribute, value });
      else members[name] = value;
      yield;
    }
    if (this.#text.charCodeAt(this.#at - 1) !== closeBrace) throw new Unexpected();
    return members;
  }

  #parse(start: number, end: number): unknown {
    return JSON.parse(this.#text.slice(start, end));
  }

  /** Goes to the next character that is no space, and gives its code; undefined: there is none. */
  #next(): number | undefined {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#at < this.#text.length ? this.#text.charCodeAt(this.#at) : undefined;
  }

  /** Goes behind the next character that is no space. */
  #take(): number | undefined {
    const code = this.#next();
    this.#at++;
    return code;
  }

  /** Goes behind the value that begins here. Whether it is one is found when it is read. */
  *#pass(): Generator<undefined, void, undefined> {
    const start = this.#at;
    let open = 0;
    for (let looks = 1; ; looks++) {
      if (looks % looksPerStep === 0) yield;
      const code = this.#text.charCodeAt(this.#at);
      if (code === quote) this.#passString();
      else if (code === openBracket || code === openBrace) open++;
      else if (open === 0 && (Number.isNaN(code) || isDelimiter(code))) break;
      else if (Number.isNaN(code)) throw new Unexpected();
      else if (code === closeBracket || code === closeBrace) open--;
      if (code !== quote) this.#at++;
      // A string or a list is whole here; of a number or a word the end is still to be found.
      if (open === 0 && (code === quote || code === closeBracket || code === closeBrace)) break;
    }
    if (this.#at === start) throw new Unexpected();
  }

  #passString(): void {
    let end = this.#at;
    for (;;) {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) throw new Unexpected();
      let first = end;
      while (this.#text.charCodeAt(first - 1) === backslash) first--;
      // An escaped quotation mark has an odd number of backslashes before it.
      if ((end - first) % 2 === 0) break;
    }
    this.#at = end + 1;
  }
}

const isDelimiter = (code: number): boolean =>
  code === comma || code === colon || code === closeBracket || code === closeBrace || isSpace(code);
