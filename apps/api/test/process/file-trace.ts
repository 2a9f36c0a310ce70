import { once } from 'node:events';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const repository = join(import.meta.dirname, '../../../..');

interface Covered {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

/** Counts, over the inspector of another process, which of the repository's files run a function. */
export class FileTrace {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** `address` is what Node prints for `--inspect`, such as `ws://127.0.0.1:9229/…`. */
  static async open(address: string): Promise<FileTrace> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    const trace = new FileTrace(socket);
    await trace.#ask('Profiler.enable');
    await trace.#ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return trace;
  }

  /** The source files of apps and libs in which a function ran during `act`. */
  async filesRunBy(act: () => Promise<unknown>): Promise<Set<string>> {
    await this.#ask('Profiler.takePreciseCoverage');
    await act();
    const { result } = (await this.#ask('Profiler.takePreciseCoverage')) as { readonly result: readonly Covered[] };
    const run = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)));
    const paths = run.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url));
    return new Set(paths.map((path) => relative(repository, path)).filter((path) => /^(?:apps|libs)\//.test(path)));
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      const read = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown };
        if (message.id !== id) return;
        this.#socket.removeEventListener('message', read);
        if ('result' in message) resolve(message.result);
        else reject(new Error(`${method}: ${String(data)}`));
      };
      this.#socket.addEventListener('message', read);
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }
}
