import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../workspace/package.ts';
import { run } from '../../publish/run.ts';

const compiler = join(repository, 'node_modules/@typescript/native/bin/tsc');
const usual = [
  '--strict',
  '--noEmit',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--lib',
  'es2024,dom',
  '--types',
  '',
];

/**
 * Checks the types of a program that uses installed packages.
 *
 * @param folder where the packages are installed
 * @param flags of the TypeScript compiler, beyond the strict and modern ones
 * @returns the compiler's messages; empty when the types are right
 */
export async function checkTypes(folder: string, program: string, flags: readonly string[] = []): Promise<string> {
  const file = join(folder, 'program.mts');
  await writeFile(file, program);
  const { stdout, stderr } = await run(process.execPath, [compiler, ...usual, ...flags, file], { cwd: folder });
  return stdout + stderr;
}
