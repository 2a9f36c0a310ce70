// Writes what the page needs of its rooms before it loads them, from the contract's table; with --check it writes nothing
// and exits 1 if it would.

import { roomTable } from '@auction-tiers/contract/rooms';
import { writeGenerated } from './write.ts';

const command = 'node tools/run.mjs tools/generate/rooms.ts';
const head = `// Generated from libs/contract/src/rooms/rooms.ts by \`${command}\`. Do not edit.\n`;
const rooms = Object.entries(roomTable);
const loaders = rooms.map(
  ([
    path,
    {
      source: [file, name],
    },
  ]) => `  '${path}': () => import('./room/${file}').then(({ ${name} }) => ${name}),`,
);

process.exitCode = writeGenerated(command, process.argv.slice(2), () => ({
  'libs/contract/src/rooms/rooms.gen.ts': `${head}
import type { RoomEntry } from './rooms.ts';

/** The rooms of the page without their help, which is loaded when it is first opened. */
export const rooms = ${JSON.stringify(
    rooms.map(([path, { entry }]) => ({ path, ...entry })),
    null,
    2,
  )} as const satisfies readonly RoomEntry[];
`,
  'apps/dashboard/src/rooms.gen.ts': `${head}
import type { RoomPath } from '@auction-tiers/contract/rooms';

/** Loads the component of a room. */
export const loadRoom: Readonly<Record<RoomPath, () => Promise<() => React.ReactNode>>> = {
${loaders.join('\n')}
};
`,
}));
