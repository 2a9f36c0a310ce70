import { expect, test } from 'vitest';
import { runService } from '../../start/run-service.ts';

test.for(['/proc/none', '/dev/null/data'])(
  'a data folder that cannot be, %s, ends the start at once',
  async (folder) => {
    const said: string[] = [];
    const code = await runService({ entry: 'none.ts', env: { DATA_DIR: folder }, log: (line) => said.push(line) });
    expect(code).toBe(2);
    expect(said.join('\n')).toContain(`DATA_DIR is "${folder}", allowed: a folder`);
  },
);
