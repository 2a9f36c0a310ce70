import { execFile } from 'node:child_process';

export const npm: string = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export type Ran = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

type Options = { readonly cwd: string; readonly env?: NodeJS.ProcessEnv };

/** Runs a program until it ends, and gives its output. */
export function run(file: string, args: readonly string[], options: Options): Promise<Ran> {
  const shell = process.platform === 'win32' && file.endsWith('.cmd');
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...options, shell, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') return reject(error);
      return resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** Like `run`, for a program that must succeed. Throws with its output if it fails. */
export async function runOrThrow(file: string, args: readonly string[], options: Options): Promise<Ran> {
  const ran = await run(file, args, options);
  if (ran.exitCode === 0) return ran;
  throw new Error(`${file} ${args.join(' ')}\nended with ${ran.exitCode}:\n${ran.stdout}${ran.stderr}`);
}
