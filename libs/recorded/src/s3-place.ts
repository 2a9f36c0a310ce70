import { createHash } from 'node:crypto';
import { S3mini } from 's3mini';
import type { PlacedObject, RecordPlace, S3Access } from './place.ts';

/** Enough for a full segment over a slow connection. */
const requestMs = 30_000;
/** The most keys in one answer of S3. */
const usualListed = 1000;

/** A place in a bucket of an S3-compatible store, below a prefix. */
export class S3Place implements RecordPlace {
  readonly #client: S3mini;
  readonly #name: string;
  readonly #prefix: string;
  readonly #mostListed: number;

  constructor(bucket: string, prefix: string, access: S3Access, mostListed = usualListed) {
    this.#mostListed = mostListed;
    const { S3_REGION: region = 'us-east-1', S3_ENDPOINT: endpoint = `https://s3.${region}.amazonaws.com` } = access;
    this.#name = `s3://${bucket}`;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#client = new S3mini({
      accessKeyId: access.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: access.AWS_SECRET_ACCESS_KEY ?? '',
      endpoint: bucketAddress(endpoint, bucket, access.S3_FORCE_PATH_STYLE ?? true),
      region,
      requestAbortTimeout: requestMs,
      fetch: fetchProven,
    });
  }

  async *list(prefix: string, after?: string): AsyncIterable<PlacedObject> {
    let last = after;
    for (let isMore = true; isMore; ) {
      const from = last === undefined ? {} : { 'start-after': this.#prefix + last };
      const page = await this.#client.listObjectsPaged('/', this.#prefix + prefix, this.#mostListed, undefined, from);
      if (!page) throw new Error(`${this.#name} does not exist`);
      const objects = page.objects ?? [];
      for (const { Key, Size } of objects) {
        last = Key.slice(this.#prefix.length);
        yield { key: last, bytes: Size };
      }
      isMore = objects.length === this.#mostListed;
    }
  }

  async read(key: string, start: number, end: number): Promise<Buffer | undefined> {
    if (end <= start) return Buffer.alloc(0);
    try {
      const answer = await this.#client.getObjectRaw(this.#prefix + key, false, start, end);
      // A gateway's page about an error may come with the status 200.
      if (answer.status !== 206 && answer.headers.get('etag') === null) throw unproven(this.#name, `for ${key}`);
      return Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      const { status } = error as { readonly status?: number };
      if (status === 404) return undefined;
      // The object ends before `start`.
      if (status === 416) return Buffer.alloc(0);
      throw error;
    }
  }

  /** Rejects unless the store proves that it has all of the content: a gateway may answer 200 with an error. */
  async put(key: string, content: Uint8Array): Promise<void> {
    const { headers } = await this.#client.putObject(this.#prefix + key, content, 'application/zstd');
    // Of an encrypted object the tag is no hash of the content.
    if (unquoted(headers.get('etag')) === createHash('md5').update(content).digest('hex')) return;
    const bytes = await this.#client.getContentLength(this.#prefix + key);
    if (bytes !== content.length)
      throw unproven(this.#name, `for ${key}, of which it has ${bytes} of ${content.length} bytes`);
  }

  async remove(key: string): Promise<void> {
    await this.#client.deleteObject(this.#prefix + key);
  }
}

const unproven = (place: string, what: string) => new Error(`${place} answers 200 and not as an S3 store ${what}`);
const unquoted = (tag: string | null | undefined) => tag?.replaceAll('"', '').toLowerCase();

/** `fetch`; rejects for an answer to a list that is no list: the client would take it for an empty one. */
const fetchProven: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  if (answer.status !== 200 || !url.searchParams.has('list-type')) return answer;
  const text = await answer.text();
  if (text.includes('<ListBucketResult')) return new Response(text, { status: answer.status, headers: answer.headers });
  throw unproven(url.host, 'for a list');
};

/** The address of a bucket: in the path, or as the first name of the host. */
function bucketAddress(endpoint: string, bucket: string, isInPath: boolean): string {
  const url = new URL(endpoint);
  if (isInPath) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}
