import { spawnSync } from 'node:child_process';
import { lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = 0;
/** Only root may listen on a port below it. */
const firstFreePort = 1024;
/** The service's files in its data folder. Other files of root there are not changed. */
const ownNames = new Set(['credentials.draft.json', 'credentials.json', 'installation.json', 'logs', 'redis']);

export type RootOptions = {
  /** `SUDO_UID` and `SUDO_GID` name the user to switch to, `PORT` the port to listen on. */
  readonly env: NodeJS.ProcessEnv;
  /** The service's data. */
  readonly dataDir: string;
  /** The files that the user must be able to read. */
  readonly programs: readonly string[];
  readonly log: (line: string) => void;
};

/**
 * If this process is root: switches to the user who called sudo, and makes that user the owner of the data; if that is
 * impossible, logs it. Does nothing for other users. The process cannot become root again.
 */
export function giveUpRoot({ env, dataDir, programs, log }: RootOptions): void {
  if (process.getuid?.() !== root) return;
  const [user, group] = [toId(env['SUDO_UID']), toId(env['SUDO_GID'])];
  if (user === undefined || group === undefined) {
    log('Running as root. The service does not need it: start it as another user, or with sudo from one.');
    return;
  }
  const port = Number(env['PORT'] || firstFreePort);
  mkdirSync(dataDir, { recursive: true });
  const obstacle =
    port > 0 && port < firstFreePort
      ? `only root may listen on port ${port}`
      : (findForeign(dataDir) ?? findUnreadable(programs, user, group));
  if (obstacle !== undefined) {
    log(`Running as root, and not as user ${user} who called sudo: ${obstacle}.`);
    return;
  }
  handOver(dataDir, user, group);
  process.setgroups?.([group]);
  process.setgid?.(group);
  process.setuid?.(user);
  log(`Running as user ${user} who called sudo, and not as root.`);
}

/** A user's id that is not root's. */
function toId(text: string | undefined): number | undefined {
  const id = Number(text);
  return text !== undefined && /^\d+$/.test(text) && id !== root ? id : undefined;
}

function findForeign(dataDir: string): string | undefined {
  const name = lstatSync(dataDir).uid === root && readdirSync(dataDir).find((one) => !ownNames.has(one));
  return typeof name === 'string'
    ? `${join(dataDir, name)} is not the service's and may not become that user's`
    : undefined;
}

/** Tries to open the files in a process of the user: groups and parent folders affect permissions too. */
function findUnreadable(files: readonly string[], user: number, group: number): string | undefined {
  const open = 'for (const file of process.argv.slice(1)) require("node:fs").openSync(file)';
  const tried = spawnSync(process.execPath, ['-e', open, ...files], {
    uid: user,
    gid: group,
    cwd: '/',
    encoding: 'utf8',
  });
  if (tried.status === 0) return undefined;
  return `that user may not read ${files.join(' or ')}, or not run ${process.execPath}`;
}

/** Changes the owner of root's files to the user, and follows no links. */
function handOver(path: string, user: number, group: number): void {
  const stat = lstatSync(path);
  if (stat.uid === root) lchownSync(path, user, group);
  if (stat.isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name), user, group);
}
