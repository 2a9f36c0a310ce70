// node parse-log.ts FILE: reads a log line by line through JSON.parse, counts the bids and does nothing else. The least
// that a replay in JavaScript could do with JSON's own means.

import { createReadStream } from 'node:fs';

const lineFeed = 10;
const [file = ''] = process.argv.slice(2);

let auctions = 0;
let bids = 0;
let begun: Buffer = Buffer.alloc(0);
for await (const chunk of createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
  const piece = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
  let start = 0;
  for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
    const line: { bids: unknown[] } = JSON.parse(piece.toString('utf8', start, end));
    auctions++;
    bids += line.bids.length;
    start = end + 1;
  }
  begun = piece.subarray(start);
}
process.stdout.write(`${auctions} ${bids}\n`);
