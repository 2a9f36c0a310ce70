// Writes the JSON Schemas of the simulator's reports; with --check it writes nothing and exits 1 if it would.

import { valueOfApp, writeGenerated } from './write.ts';

const command = 'node tools/run.mjs tools/generate/report-schemas.ts';

process.exitCode = writeGenerated(command, process.argv.slice(2), () => {
  const schemas = valueOfApp('apps/simulator/src/schema/schemas.ts', 'reportSchemas') as Record<string, string>;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, text]) => [`apps/simulator/schema/${name}.schema.json`, text]),
  );
});
