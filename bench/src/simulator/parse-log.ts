// node parse-log.ts FILE: reads a log line by line with JSON.parse and counts the bids: the least work of a replay that
// parses its log with JSON.parse.

import { createReadStream } from 'node:fs';

const lineFeed = 10;
const [file = ''] = process.argv.slice(2);

let auctions = 0;
let bids = 0;
let rest: Buffer = Buffer.alloc(0);
for await (const chunk of createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const line: { bids: unknown[] } = JSON.parse(bytes.toString('utf8', start, end));
    auctions++;
    bids += line.bids.length;
    start = end + 1;
  }
  rest = bytes.subarray(start);
}
process.stdout.write(`${auctions} ${bids}\n`);
