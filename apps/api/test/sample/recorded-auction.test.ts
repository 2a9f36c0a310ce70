import { JsonSink, writeAnswer } from '@auction-tiers/auction-codec';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { decideAuction, Decision } from '@auction-tiers/tier-engine';
import { type RecordedAuction, readRecordedAuctions } from '@auction-tiers/recorded';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { SampleAnswers } from '../../src/sample/sample-answers.ts';
import { compiled, recordedLine, syntheticBodies, toContent } from './recorded.ts';

const tierSet = compiled(demoTierSet());
const bodies = syntheticBodies(300);
const lines = bodies.map((body) => recordedLine(tierSet, JSON.stringify(body)));
const unreadOf = (content: Buffer, auctions: RecordedAuction[]) =>
  readRecordedAuctions(content, (auction) => auctions.push(auction));
function read(content: Buffer): RecordedAuction[] {
  const auctions: RecordedAuction[] = [];
  expect(unreadOf(content, auctions)).toBe(0);
  return auctions;
}

const newestOf = (some: readonly Uint8Array[]): number =>
  Math.max(...read(toContent(some)).map(({ request }) => request.timeMs));

test('auctions of several frames, decided again by unchanged tiers, give the recorded answers to the byte', () => {
  const auctions = read(toContent(lines));
  expect(auctions).toHaveLength(bodies.length);
  const decision = new Decision();
  for (const { request, decided } of auctions) {
    const sink = new JsonSink();
    decideAuction(tierSet, request, decision);
    const answer = sink.bytes.subarray(0, writeAnswer(sink, 0, tierSet, request, decision, decided.revision));
    expect(crc32(answer)).toBe(decided.answerCrc32);
  }
});

test('an auction has what the service filled in where its body was silent', () => {
  const silent = { ym_profile_id: 1, bids: [] };
  const [auction] = read(toContent([recordedLine(tierSet, JSON.stringify(silent))]));
  expect(auction!.request).toMatchObject({ seed: 'drawn', feePpm: 150_000, timeMs: Date.UTC(2026, 10, 22, 8) });
});

test('of a part that is cut short, the frames before the cut are read', () => {
  const content = toContent(lines);
  const auctions = read(content.subarray(0, content.length - 400));
  expect(auctions.length).toBeGreaterThanOrEqual(200);
  expect(auctions).toEqual(read(toContent(lines)).slice(0, auctions.length));
});

test('an auction that is written in an unusual form is read by the definition of bodies', () => {
  const plain = JSON.stringify({ ym_profile_id: 1, seed: 's', bids: [{ id: 'a', member_id: 107, price: 2.5 }] });
  const usual = recordedLine(tierSet, plain);
  const unusual = Buffer.from(Buffer.from(usual).toString().replace('"price":2.5', '"price":"2.50"'));
  expect(read(toContent([unusual, usual]))).toEqual(read(toContent([usual, usual])));
});

test('a line that no service has written is counted and left out', () => {
  const broken = Buffer.from('{"bids":[]}\n');
  const auctions: RecordedAuction[] = [];
  expect(unreadOf(toContent([broken, ...lines.slice(0, 2)]), auctions)).toBe(1);
  expect(auctions).toHaveLength(2);
});

test('a sample says how many lines of all its parts it could not read', () => {
  const sample = new SampleAnswers();
  const part = toContent([Buffer.from('{"bids":[]}\n'), ...lines.slice(0, 2)]);
  for (let times = 0; times < 2; times++) sample.addPart(part, 1, 100);
  expect(sample.count).toEqual({ auctions: 4, unread: 2, newestMs: newestOf(lines.slice(0, 2)) });
});

test('of a damaged frame each auction is counted, and those of the other frames are in the sample', () => {
  const parts = [0, 100, 200].map((from) => toContent(lines.slice(from, from + 100)));
  // The magic number of the second frame, behind its note; then its whole content.
  for (const bytes of [4, parts[1]!.length - 28 - 16]) {
    const damaged = Buffer.concat([parts[0]!, Buffer.from(parts[1]!).fill(0, 28, 28 + bytes), parts[2]!]);
    const sample = new SampleAnswers();
    sample.addPart(damaged, 1, 1000);
    expect(sample.count).toEqual({
      auctions: 200,
      unread: 100,
      newestMs: newestOf([...lines.slice(0, 100), ...lines.slice(200)]),
    });
  }
});
