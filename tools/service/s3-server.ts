import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Listed {
  readonly isTruncated: boolean;
}
interface Running {
  readonly store: { listObjects(bucket: string, options: object): Promise<Listed> };
  readonly httpServer: { closeAllConnections(): void };
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
// The package has no types.
const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Running;

const bucket = 'auctions';

/** A real server of the S3 protocol on a free port, with one bucket. */
export class S3Server {
  readonly #folder: string;
  readonly #isStrict: boolean;
  #server: Running | undefined;
  #port = 0;

  private constructor(folder: string, isStrict: boolean) {
    this.#folder = folder;
    this.#isStrict = isStrict;
  }

  /** `isStrict`: checks signatures, except those of lists, where it signs the path without its last slash. */
  static async start(isStrict = false): Promise<S3Server> {
    const server = new S3Server(await mkdtemp(join(tmpdir(), 'auction-tiers-s3-')), isStrict);
    await server.open();
    return server;
  }

  /** The settings for a prefix of its bucket. */
  settings(prefix: string) {
    return {
      RECORD_URL: `s3://${bucket}/${prefix}`,
      S3_ENDPOINT: `http://127.0.0.1:${this.#port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** Starts the server, on its previous port. */
  async open(): Promise<void> {
    this.#server = new Server({
      address: '127.0.0.1',
      port: this.#port,
      directory: this.#folder,
      silent: true,
      vhostBuckets: false,
      allowMismatchedSignatures: !this.#isStrict,
      configureBuckets: this.#port === 0 ? [{ name: bucket }] : [],
    });
    // Its continuation tokens use a cipher that OpenSSL no longer has. The service continues by key instead.
    const { store } = this.#server;
    const list = store.listObjects.bind(store);
    store.listObjects = async (name, options) => ({ ...(await list(name, options)), isTruncated: false });
    this.#port = (await this.#server.run()).port;
  }

  /** Makes the server unreachable and keeps its data. */
  async away(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server?.close();
    server?.httpServer.closeAllConnections();
    await closed;
  }

  async close(): Promise<void> {
    if (this.#server !== undefined) await this.away();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
