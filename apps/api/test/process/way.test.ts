import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend, type Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { FileTrace, repository } from './file-trace.ts';
import { MainProcess } from './main-process.ts';

/** Requests before the first that counts: the connection is known then, and what is done once is done. */
const warmUps = 20;
/** A file that a timer happens to run is not run by each of them. */
const measured = 8;
/**
 * The most files that one request may pass. A write was held to 25, too, until quotas, slices and bounded connections
 * became duties of every write; so was an auction, until each had to be counted for the report.
 */
const mostFiles = { 'An auction': 28, 'A write': 31 };

let data: DemoData;
let main: MainProcess;
let trace: FileTrace;
let send: Send;
let ymProfileId: number;

beforeAll(async () => {
  data = await startDemoData();
  main = new MainProcess({ ...data.environment, NODE_OPTIONS: '--inspect=127.0.0.1:0' });
  const url = await main.ready();
  trace = await FileTrace.open(/ws:\S+/.exec(await main.logged(/ws:\S+/))?.[0] ?? '');
  send = createSend(url, (await readPeople(data.dataDir)).seller1.api_key);
  ymProfileId = (await demoYmProfile(send)).id;
});
afterAll(async () => {
  trace.close();
  await main.stop();
  await data.close();
});

const tier = (count: number) => ({
  name: `Tier ${count}`,
  ym_profile_id: ymProfileId,
  buyer_members: [{ id: 107 }],
});
const auction = () => ({
  ym_profile_id: ymProfileId,
  impression: { country: 'US', dma: 501 },
  bids: [bid('a', 112, 3.25), bid('b', 107, 2.5)],
});

const pricedTier = (count: number) => ({ ...tier(count), member_action: 'include', min_price: '2.000000' });
const timedAuction = () => {
  const body = auction();
  return { ...body, impression: { ...body.impression, time: '2026-11-21T08:00:00Z' } };
};

test.for([
  ['A write', '/ym-auction-tier', tier],
  ['An auction', '/auction', auction],
] as const)('%s passes the files that docs/architecture.md lists, and no others', async ([title, path, bodyOf]) => {
  const { listed } = await filesListed(title);
  // Functions in Redis run where this cannot see them.
  const sources = listed.filter((file) => file.endsWith('.ts'));
  expect(await filesPassed(path, bodyOf)).toStrictEqual(sources.toSorted());
  expect(listed.length).toBeLessThanOrEqual(mostFiles[title]);
});

test.for([
  ['A write', 'a min_price', '/ym-auction-tier', pricedTier],
  ['An auction', 'a time', '/auction', timedAuction],
] as const)('%s with %s also passes the files that the page says', async ([title, , path, bodyOf]) => {
  const { listed, also } = await filesListed(title);
  expect(also).not.toStrictEqual([]);
  const sources = [...listed, ...also].filter((file) => file.endsWith('.ts'));
  expect(await filesPassed(path, bodyOf)).toStrictEqual(sources.toSorted());
});

/** The files that every one of some requests passes. */
async function filesPassed(path: string, bodyOf: (count: number) => object): Promise<string[]> {
  let count = 0;
  const request = async () => expectOk(await send('POST', path, { body: bodyOf(count++) }));
  for (let done = 0; done < warmUps; done++) await request();
  let passed = [...(await trace.filesRunBy(request))];
  for (let done = 1; done < measured; done++) {
    const again = await trace.filesRunBy(request);
    passed = passed.filter((file) => again.has(file));
  }
  return passed.toSorted();
}

/** The files of the table under a heading of the document, and those of the sentence that names more of them. */
async function filesListed(title: string): Promise<{ readonly listed: string[]; readonly also: string[] }> {
  const document = await readFile(join(repository, 'docs/architecture.md'), 'utf8');
  const section = document.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
  const sentence = /also passes (.*)$/m.exec(section)?.[1] ?? '';
  return {
    listed: Array.from(section.matchAll(/^\| \d+ +\| `([^`]+)`/gm), ([, file = '']) => file),
    also: Array.from(sentence.matchAll(/`([^`]+\.ts)`/g), ([, file = '']) => file),
  };
}
