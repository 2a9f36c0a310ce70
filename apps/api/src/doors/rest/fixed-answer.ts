import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { leastCompressedBytes, leaveUncompressed } from '../http/prepare-answer.ts';

/** Both give sizes within a few percent of the smallest, and take 0.1 s of a thread for all documents together. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const gzipOptions = { level: 6 };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

interface Content {
  /** Makes the content: always the same, without holding the event loop. */
  readonly content: () => Promise<string | Buffer>;
  /** The header content-type. */
  readonly type: string;
  /** The header cache-control. */
  readonly caching: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** By content coding, the smallest first, where it was compressed already. */
  readonly coded?: ReadonlyMap<string, Buffer> | undefined;
}

/** What is kept of an answer. */
interface Made {
  readonly bytes: Buffer;
  /** By content coding, the smallest first. */
  readonly coded: ReadonlyMap<string, Buffer>;
  readonly headers: Map<string, string>;
}

/**
 * An answer that is the same for everyone. Its bytes are made and compressed once, when they are first asked for: most
 * processes never are, and to make all documents takes a third of a start's processor time. A request for it needs no
 * credential, so each later one must cost next to nothing.
 */
export class FixedAnswer {
  readonly #content: Content;
  #made: Promise<Made> | undefined;

  constructor(content: Content) {
    this.#content = content;
  }

  /** Rejects where the content cannot be made; the next request tries again. */
  async send(request: Request, response: Response): Promise<void> {
    this.#made ??= make(this.#content).catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    write(await this.#made, request, response);
  }
}

async function make({ content, type, caching, headers = {}, coded }: Content): Promise<Made> {
  const whole = await content();
  const bytes = typeof whole === 'string' ? Buffer.from(whole) : whole;
  return {
    bytes,
    coded: coded ?? (await compressed(bytes)),
    headers: new Map(
      Object.entries({
        ...headers,
        'content-type': type,
        'cache-control': caching,
        // Weak, because all codings have the same one.
        etag: `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`,
        'accept-ranges': 'bytes',
      }),
    ),
  };
}

function write({ bytes, coded, headers }: Made, request: Request, response: Response): void {
  leaveUncompressed(response);
  response.setHeaders(headers);
  response.vary('accept-encoding');
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const part = partOf(request, bytes.length);
  const codings = part === undefined ? [...coded.keys()] : [];
  const coding = codings.find((one) => request.acceptsEncodings(one) === one);
  if (part !== undefined) {
    response.status(206).setHeader('content-range', `bytes ${part.start}-${part.end}/${bytes.length}`);
  }
  if (coding !== undefined) response.setHeader('content-encoding', coding);
  const whole = (coding === undefined ? undefined : coded.get(coding)) ?? bytes;
  const sent = part === undefined ? whole : whole.subarray(part.start, part.end + 1);
  response.setHeader('content-length', sent.length);
  response.end(sent);
}

async function compressed(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  if (bytes.length < leastCompressedBytes) return new Map();
  const [br, gzipped] = await Promise.all([toBrotli(bytes, brotliOptions), toGzip(bytes, gzipOptions)]);
  return new Map([
    ['br', br],
    ['gzip', gzipped],
  ]);
}

/** The byte range that a request asks for; undefined, for the whole, where it asks for several or an invalid one. */
function partOf(request: Request, length: number): { readonly start: number; readonly end: number } | undefined {
  if (request.headers.range === undefined || request.headers['if-range'] !== undefined) return undefined;
  const ranges = request.range(length);
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}
