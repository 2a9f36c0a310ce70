import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Of the metrics of the service; empty where it has none. */
  readonly metricsUrl: string;
  /** Processor time of all its threads so far. */
  readonly processorMicros: () => Promise<number>;
  readonly memory: () => Promise<Memory>;
  /** Asks a program of `reports`, by its word; gives what it tells under the same name. */
  readonly report: (word: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Memory of a process that is in use, and the most that was since it was started. */
export interface Memory {
  readonly residentBytes: number;
  readonly mostBytes: number;
}

export interface ServerOptions {
  /** Its program, relative to this file. It prints `ready URL` when it serves. */
  readonly program: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Flags of Node, where it has its own. */
  readonly flags?: readonly string[];
  /** Programs that are loaded before its own and report on it, beside that of the processor time. */
  readonly reports?: readonly string[];
}

const processorReport = new URL('processor-report.ts', import.meta.url).href;
const usualFlags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];

/** Starts a server and waits until it serves. Rejects when it ends before. */
export async function startServer({
  program,
  settings,
  flags = usualFlags,
  reports = [],
}: ServerOptions): Promise<ServerProcess> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const imports = [processorReport, ...reports].flatMap((report) => ['--import', report]);
  const child = spawn(process.execPath, [...flags, ...imports, file], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const { url, metricsUrl } = await new Promise<Pick<ServerProcess, 'url' | 'metricsUrl'>>((resolve, reject) => {
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, address] = /^ready (\S+)$/m.exec(printed) ?? [];
      const [, metrics = ''] = / Metrics for Prometheus are at (\S+)$/m.exec(printed) ?? [];
      if (address !== undefined) resolve({ url: address, metricsUrl: metrics });
    });
    child.once('close', () => reject(new Error(`${program} ended before it served.\n${printed}`)));
  });
  const usage = async () => {
    const answer = once(child, 'message') as Promise<[Memory & { readonly processorMicros: number }]>;
    child.send('usage');
    const [found] = await answer;
    return found;
  };
  return {
    url,
    metricsUrl,
    processorMicros: async () => (await usage()).processorMicros,
    memory: usage,
    async report(word) {
      const answer = once(child, 'message') as Promise<[Readonly<Record<string, unknown>>]>;
      child.send(word);
      const [told] = await answer;
      return told[word];
    },
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
