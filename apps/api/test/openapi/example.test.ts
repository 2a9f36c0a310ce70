import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepAlert } from '../fixture/alert.ts';
import { LineBuffer } from '../../src/recorder/line-buffer.ts';
import { SegmentWriter } from '../../src/recorder/segment-writer.ts';
import { contentOf, document, type Operation, operations, type Part, resolved } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { startService, type TestService } from '../fixture/service.ts';
import { Exercise, type Sent } from './exercise.ts';
import { credentialFor } from './object.ts';
import { differences, recorded } from './recorded.ts';
import { tokenOf } from '../fixture/log-in.ts';

/** What became of a request that the document shows. */
interface Tried {
  readonly id: string;
  readonly request: string;
  readonly status: number;
  /** What the answer has against the document: its schema, and the answer that it shows. */
  readonly problems: readonly string[];
  readonly text: string;
}

const exercise = new Exercise();
const tried: Tried[] = [];
/** The answers of the document that were compared with one that was given. */
const compared = new Set<string>();
/** Whether the answers are recorded for the document, in place of being compared with it. */
const isRecording = process.env['RECORD_ANSWERS'] === '1';
const answersFile = join(import.meta.dirname, '../../../../libs/contract/src/openapi/answers.json');
/** Answers by operation, media type and request. */
const answers: Record<string, Record<string, Record<string, unknown>>> = {};
let service: TestService;

/** Every example is sent once to a fresh demo, in an order in which none takes from another what it needs. */
beforeAll(async () => {
  service = await startService({ SIMULATION_WORKER: '1', RECORD_AUCTIONS: '0' });
  plantRecorded(service.dataDir, 1804, 0.01);
  for (const operation of operations.toSorted((one, other) => rank(one) - rank(other))) {
    for (const request of [...requestsOf(operation), ...mentionedBy(operation)]) await send(operation, request);
  }
  if (isRecording) {
    const all = Object.fromEntries(operations.flatMap(({ id }) => (id in answers ? [[id, answers[id]]] : [])));
    writeFileSync(answersFile, `${JSON.stringify(all, null, 2)}\n`);
  }
}, 300_000);
afterAll(() => service.close());

/** Auctions that were recorded of the demo's ym-profile, as the document shows them. */
function plantRecorded(dataDir: string, count: number, share: number): void {
  const buffer = new LineBuffer(new ArrayBuffer(100_000));
  const owner = { memberId: 1, ymProfileId: 1, timeMs: Date.UTC(2026, 10, 21, 8), share };
  for (let line = 0; line < count; line++) buffer.add(owner, Buffer.from('{}\n'));
  new SegmentWriter(dataDir).write(buffer.memory, buffer.byteCount);
}

/** What changes objects comes after what compares with them, reads them and decides by them. */
const ranks: Readonly<Record<string, number>> = {
  // A fresh demo has no alert: one is kept once what is there was read, and before a request for approval opens another.
  readAlert: 1.51,
  updateAlert: 1.52,
  // What the example has made.
  testAlert: 2.5,
  startSimulation: 0,
  importYmProfile: 0,
  restoreYmProfile: 0,
  undoYmProfile: 0,
  // What was decided is reported after it.
  readReport: 1.5,
  // A draft begins with the live tiers, and is published while they are those.
  createDraft: 1.6,
  publishDraft: 1.7,
  unscheduleDraft: 1.8,
  rebaseDraft: 1.85,
  askDraft: 1.89,
  approveDraft: 1.9,
  createExperiment: 1.91,
  readExperimentPlan: 1.915,
  startExperiment: 1.92,
  readExperimentResult: 1.93,
  pauseExperiment: 1.94,
  resumeExperiment: 1.95,
  endExperiment: 1.96,
};
const rank = ({ id, method, scope }: Operation): number =>
  ranks[id] ?? (scope === 'auction' ? 1 : 1 + ['GET', 'POST', 'PUT', 'DELETE'].indexOf(method));

async function send(operation: Operation, { name, sent }: ExampleRequest): Promise<void> {
  if (operation.id === 'readSimulation') await simulated();
  if (operation.id === 'readAlert' && !service.opened.mirror.allRows('alert').some(({ id }) => id === 1)) {
    await keepAlert(service.opened, 1);
  }
  if (operation.id === 'readReport') await service.opened.liveReport.flush();
  const { admin, seller1 } = service.people;
  // Another user than the one that made a draft approves it.
  const approver = operation.id === 'approveDraft' ? admin.api_key : await credentialFor(service, operation);
  const usual = operation.method === 'GET' ? seller1.api_key : approver;
  const key = operation.id === 'logout' ? await tokenOf(service) : usual;
  const answer = await exercise.send(service.send, operation, { key: operation.scope === null ? null : key, ...sent });
  const { problems = ['it was not judged'] } = exercise.sightings.at(-1) ?? {};
  const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const all = answersOf(operation, mediaType);
  const shown = all[name];
  const { status, text } = answer;
  const given = mediaType === 'application/json' ? answer.json : text;
  if (isRecording && status === 200 && isItsOwn(operation)) {
    const own = ((answers[operation.id] ??= {})[mediaType] ??= {});
    // Of an operation that the document shows no answer of, that of the first request.
    if (shown !== undefined || Object.keys({ ...all, ...own }).length === 0) own[name] = recorded(given);
  }
  const otherwise = isRecording || shown === undefined ? [] : differences(shown, given);
  if (shown !== undefined) compared.add(`${operation.id} ${mediaType} ${name}`);
  tried.push({ id: operation.id, request: name, status, problems: [...problems, ...otherwise], text });
}

/** The examples of a media type. */
interface Shown {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Part>>;
}

/** Whether the answer is that of all services, of which the document has an example of one of them. */
const isOfAll = ({ responses }: Operation): boolean =>
  ['Deleted', 'Meta'].some((name) => responses['200']?.['$ref'] === `#/components/responses/${name}`);

/** Whether the answer is recorded: those of all services and of health checks are made with their schemas. */
const isItsOwn = (operation: Operation): boolean => !isOfAll(operation) && operation.tag !== 'health';

/** The answers that the document shows, by the names of the requests that they are given to. */
function answersOf(operation: Operation, mediaType: string): Readonly<Record<string, unknown>> {
  const { example, examples = {} } = (contentOf(operation)[mediaType] ?? {}) as Shown;
  const own = Object.entries(examples).filter(([name]) => !isOfAll(operation) || name === operation.tag);
  const named = Object.fromEntries(own.map(([name, one]) => [name, resolved(one)['value']]));
  return example === undefined ? named : { example };
}

/** The simulation that the example has started runs in the background. */
const simulated = () =>
  vi.waitFor(
    async () => {
      const { simulation } = expectOk(await service.send('GET', '/simulation?id=1')).response;
      if ((simulation as Row)['state'] !== 'done') throw new Error(JSON.stringify(simulation));
    },
    { timeout: 60_000, interval: 100 },
  );

/** A request that the document shows, under the name that its answer has there. */
interface ExampleRequest {
  readonly name: string;
  readonly sent: Sent;
}

/** The requests that the document shows for an operation: its parameters with each of its bodies, as they are written. */
function requestsOf(operation: Operation): readonly ExampleRequest[] {
  const { parameters, examples } = operation;
  const shown = parameters.filter(({ example }) => example !== undefined);
  const pairsIn = (place: string) =>
    Object.fromEntries(shown.filter((one) => one.in === place).map(({ name, example }) => [name, String(example)]));
  const common = { query: pairsIn('query'), headers: pairsIn('header') };
  const mediaTypes = Object.keys(contentOf(operation));
  const [only = 'answer'] = mediaTypes.flatMap((mediaType) => Object.keys(answersOf(operation, mediaType)));
  const asCsv = { name: 'csv', sent: { ...common, headers: { ...common.headers, accept: 'text/csv' } } };
  const others = mediaTypes.includes('text/csv') ? [asCsv] : [];
  if (examples.length === 0) return [{ name: only, sent: common }, ...others];
  return examples.map(({ mediaType, name, value }) => ({
    name,
    sent: { ...common, headers: { ...common.headers, 'content-type': mediaType }, body: withPassword(value) },
  }));
}

const mention = /`GET (\/[\w/-]+)\?([^`]+)`/g;

/** The requests that the description of an operation mentions; one with a single id is answered as the example `one`. */
function mentionedBy({ path, part }: Operation): readonly ExampleRequest[] {
  const { description = '' } = part as { readonly description?: string };
  const mentions = [...description.matchAll(mention)].filter(([, named]) => named === path);
  return mentions.map(([, , query = '']) => ({
    name: /^id=\d+$/.test(query) ? 'one' : query,
    sent: { query: Object.fromEntries(new URLSearchParams(query)) },
  }));
}

/** The demo's password is drawn at its first start: the document names it, and the file of credentials has it. */
function withPassword(body: unknown): unknown {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.replace('<password>', service.people.seller1.password);
}

test('a request that the document mentions is one of an operation', () => {
  const texts = [...JSON.stringify(document).matchAll(mention)].map(([text]) => text);
  expect(texts.length).toBeGreaterThan(10);
  const sent = tried.map(({ request }) => request);
  const unsent = texts.filter(
    (text) => !/[?&]id=\d+`$/.test(text) && !sent.some((request) => text.includes(`?${request}\``)),
  );
  expect(unsent).toEqual([]);
});

test('every answer that the document shows is the one that its request is given', () => {
  const shown = operations.flatMap((operation) =>
    Object.keys(contentOf(operation)).flatMap((mediaType) =>
      Object.keys(answersOf(operation, mediaType)).map((name) => `${operation.id} ${mediaType} ${name}`),
    ),
  );
  expect(shown.filter((one) => !compared.has(one))).toEqual([]);
});

test('every operation shows a request that can be sent as it is', () => {
  expect(operations.filter((operation) => !tried.some(({ id }) => id === operation.id)).map(({ id }) => id)).toEqual(
    [],
  );
  const incomplete = operations.flatMap(({ id, parameters, bodies }) => [
    ...parameters
      .filter(({ required, example }) => required === true && example === undefined)
      .map(({ name }) => [id, name]),
    ...bodies.filter(({ examples }) => examples.length === 0).map(({ mediaType }) => [id, mediaType]),
  ]);
  expect(incomplete).toEqual([]);
});

test.for(operations)('every example request of $id succeeds, and its answer is as documented', ({ id }) => {
  const own = tried.filter((one) => one.id === id);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ status, problems }) => status !== 200 || problems.length > 0)).toEqual([]);
});
