import { startService, type TestService } from '../fixture/service.ts';
import { StoredWatch } from '../fixture/stored-bytes.ts';
import { type Judge, type Judgement, leaks } from './answer.ts';
import { type Credentials, makeCallers } from './caller.ts';
import { type Credential, type FuzzAnswer, FuzzClient, type FuzzRequest } from './client.ts';

const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const keysOfPrototypes = () =>
  prototypes
    .flatMap((prototype) => Reflect.ownKeys(prototype))
    .map(String)
    .join();
const cleanKeys = keysOfPrototypes();

/** After so many deletions too little of the demo is left for valid requests to be valid. */
const maxDeletions = 8;

/** A service that is sent anything, and what must hold after every request. */
export class FuzzService {
  /** Requests that everything held after. */
  sent = 0;
  /** Answers by status. */
  readonly statuses = new Map<number, number>();
  /** Requests that were accepted and wrote something. */
  writes = 0;
  #service: TestService;
  #credentials: Credentials;
  #client: FuzzClient;
  #watch: StoredWatch;
  #deletions = 0;
  readonly #uncaught: unknown[] = [];
  readonly #note = (error: unknown) => void this.#uncaught.push(error);

  private constructor(service: TestService, credentials: Credentials, watch: StoredWatch) {
    this.#service = service;
    this.#credentials = credentials;
    this.#client = new FuzzClient(service.url, credentials);
    this.#watch = watch;
    process.on('unhandledRejection', this.#note);
    process.on('uncaughtException', this.#note);
  }

  static async start(): Promise<FuzzService> {
    const service = await startService();
    const credentials = await makeCallers(service);
    return new FuzzService(service, credentials, await StoredWatch.open(service.redisUrl));
  }

  async close(): Promise<void> {
    process.off('unhandledRejection', this.#note);
    process.off('uncaughtException', this.#note);
    await this.#stop();
  }

  get service(): TestService {
    return this.#service;
  }

  get client(): FuzzClient {
    return this.#client;
  }

  /** Sends a request and throws unless everything holds that must hold after it. */
  async hold(request: FuzzRequest, judge: Judge): Promise<void> {
    const answer = await this.#client.send(request);
    await this.judged(request.credential, [answer], judge(request, answer));
  }

  /** Throws unless the answers are right, and what is stored has changed only where they say so. */
  async judged(whose: Credential, answers: readonly FuzzAnswer[], judgement: Judgement): Promise<void> {
    this.sent += 1;
    for (const { status } of answers) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const problems = [
      ...judgement.problems,
      ...answers.flatMap((answer) => leaks(answer, this.#secrets())),
      ...(await this.problemsOfState(
        judgement.isWrite,
        answers.some(({ status }) => status < 300),
      )),
    ];
    if (problems.length > 0) throw new Error([...problems, ...answers.map(textOfAnswer)].join('\n'));
    if (judgement.isWrite) await this.#afterWrite(whose, judgement);
  }

  /** What has happened to the process, and to the stored objects unless they may have changed, since the last look. */
  async problemsOfState(mayChange: boolean, mayKeepAnswer = false): Promise<string[]> {
    const changes = (await this.#watch.changes()).filter((change) => !isOfAnswer(change, mayKeepAnswer));
    return [
      ...(changes.length === 0 || mayChange ? [] : [`a refused request changed what is stored: ${changes.join('; ')}`]),
      ...(keysOfPrototypes() === cleanKeys ? [] : ['a prototype of the process has other keys than before']),
      ...this.#uncaught.splice(0).map((error) => `uncaught: ${String(error)}`),
    ];
  }

  #secrets(): readonly string[] {
    const { admin, seller1, seller2 } = this.#service.people;
    return [...Object.values(this.#credentials), ...[admin, seller1, seller2].map(({ password }) => password)];
  }

  /** Deletes what was made, so that the service stays as large as it was, and starts it again where too little is left. */
  async #afterWrite({ caller }: Credential, { made, deletions }: Judgement): Promise<void> {
    this.writes += 1;
    this.#deletions += deletions;
    if (caller !== 'none' && caller !== 'other') {
      const key = this.#credentials[caller];
      for (const path of made) await this.#service.send('DELETE', path, { key });
    }
    if (this.#deletions > maxDeletions || !(await this.#areCallersKnown())) await this.#startAgain();
    else await this.#watch.changes();
  }

  async #areCallersKnown(): Promise<boolean> {
    const { send } = this.#service;
    const answers = await Promise.all(
      Object.values(this.#credentials).map((key) => send('GET', '/member/meta', { key })),
    );
    return answers.every(({ status }) => status === 200);
  }

  async #startAgain(): Promise<void> {
    await this.#stop();
    this.#service = await startService();
    this.#credentials = await makeCallers(this.#service);
    this.#client = new FuzzClient(this.#service.url, this.#credentials);
    this.#watch = await StoredWatch.open(this.#service.redisUrl);
    this.#deletions = 0;
  }

  async #stop(): Promise<void> {
    this.#client.close();
    this.#watch.close();
    await this.#service.close();
  }
}

/** The answer of an auction that was decided is kept under its Idempotency-Key for a while; that of a refused one is not. */
const isOfAnswer = (change: string, isKept: boolean): boolean =>
  change.startsWith('- at:answer:') || (isKept && change.startsWith('+ at:answer:'));

const textOfAnswer = ({ status, headers, text }: FuzzAnswer): string =>
  `answer: ${status} ${JSON.stringify(headers)}\n${text.slice(0, 2000)}`;
