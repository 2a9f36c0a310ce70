import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { leastCompressedBytes, leaveUncompressed } from '../http/prepare-answer.ts';

/** Both are within a few percent of the smallest, and take the start of the service 0.1 s for all documents together. */
const brotliQuality = 5;
const gzipLevel = 6;

interface Content {
  readonly content: string | Buffer;
  /** The header content-type. */
  readonly type: string;
  /** The header cache-control. */
  readonly caching: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** By content coding, the smallest first, where it was compressed already. */
  readonly coded?: ReadonlyMap<string, Buffer> | undefined;
}

/**
 * An answer that is the same for everyone. Its bytes are made and compressed once, when the service starts: a request for
 * it needs no credential, so it must cost next to nothing.
 */
export class FixedAnswer {
  readonly #bytes: Buffer;
  /** By content coding, the smallest first. */
  readonly #coded: ReadonlyMap<string, Buffer>;
  readonly #headers: Map<string, string>;

  constructor({ content, type, caching, headers = {}, coded }: Content) {
    const bytes = Buffer.from(content);
    this.#bytes = bytes;
    this.#coded = coded ?? compressed(bytes);
    this.#headers = new Map(
      Object.entries({
        ...headers,
        'content-type': type,
        'cache-control': caching,
        // Weak, because all codings have the same one.
        etag: `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`,
        'accept-ranges': 'bytes',
      }),
    );
  }

  send(request: Request, response: Response): void {
    leaveUncompressed(response);
    response.setHeaders(this.#headers);
    response.vary('accept-encoding');
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const part = partOf(request, this.#bytes.length);
    const codings = part === undefined ? [...this.#coded.keys()] : [];
    const coding = codings.find((one) => request.acceptsEncodings(one) === one);
    if (part !== undefined) {
      response.status(206).setHeader('content-range', `bytes ${part.start}-${part.end}/${this.#bytes.length}`);
    }
    if (coding !== undefined) response.setHeader('content-encoding', coding);
    const whole = (coding === undefined ? undefined : this.#coded.get(coding)) ?? this.#bytes;
    const sent = part === undefined ? whole : whole.subarray(part.start, part.end + 1);
    response.setHeader('content-length', sent.length);
    response.end(sent);
  }
}

function compressed(bytes: Buffer): ReadonlyMap<string, Buffer> {
  if (bytes.length < leastCompressedBytes) return new Map();
  return new Map([
    ['br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })],
    ['gzip', gzipSync(bytes, { level: gzipLevel })],
  ]);
}

/** The one part that a request asks for; a request for several, or for none that there is, gets the whole. */
function partOf(request: Request, length: number): { readonly start: number; readonly end: number } | undefined {
  if (request.headers.range === undefined || request.headers['if-range'] !== undefined) return undefined;
  const ranges = request.range(length);
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}
