// Builds the page that the service serves at /app/, if its sources have changed since the last build, and reports a
// failure: node tools/run.mjs tools/start/build-page.ts. `npm start` does the same.

import { ensurePage } from '../page/ensure-page.ts';
import { repository } from '../workspace/package.ts';

const log = (line: string) => void process.stderr.write(`${line}\n`);
const startedMs = performance.now();
const result = await ensurePage({ root: repository, log });
const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);

if (result.status === 'failed') {
  log(`The page was not built: ${result.why}`);
  process.exitCode = 1;
} else {
  log(
    result.status === 'built' ? `The page was built in ${seconds} s.` : 'The page is built, and nothing has changed.',
  );
}
