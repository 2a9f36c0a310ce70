// `npm run morning -w tools`: asks a demo what an assistant asks on a morning, and writes the answers into
// docs/coworker.md. They are of the day on which it is run.

import { readFile } from 'node:fs/promises';
import writeFile from 'write-file-atomic';
import { startDemoService } from '../service/index.ts';
import { connectAssistant } from './connect.ts';
import { documentOf, morningDocument, morningOf, partsOf } from './morning-text.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const service = await startDemoService();
  try {
    const [before] = partsOf(await readFile(morningDocument, 'utf8'));
    const assistant = await connectAssistant(service.url, service.users[1]!);
    await writeFile(morningDocument, documentOf(before, await morningOf(assistant)));
    await assistant.client.close();
  } finally {
    await service.stop();
  }
  return 0;
}
