import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../ledger/ledger.ts';
import type { Violation } from '../validator/violation.ts';
import type { World } from '../world/world.ts';

/** Ends a world in which a law was broken, and keeps its logs, its ledger and the files of Redis. Gives the folder. */
export async function keepEvidence(world: World, ledger: Ledger, violations: readonly Violation[]): Promise<string> {
  const lines = ledger.writes.map((write) => JSON.stringify(write));
  writeFileSync(join(world.folder, 'ledger.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(join(world.folder, 'violations.json'), JSON.stringify(violations, null, 2));
  await world.stop({ keepsFiles: true });
  return world.folder;
}
