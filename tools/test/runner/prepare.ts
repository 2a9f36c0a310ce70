import { offerBrowser } from '../../browser/index.ts';
import { ensureRedisServer } from '../../redis/index.ts';

/** Programs that the tests of some projects need, and how to install them. */
const needs: readonly {
  readonly projects: readonly string[];
  ensure(log: (line: string) => void): string | undefined;
}[] = [
  {
    projects: ['store', 'api', 'dashboard', 'simulator', 'bench', 'tools'],
    ensure: (log) => {
      const found = ensureRedisServer(log);
      return found.ok ? undefined : found.issue;
    },
  },
  { projects: ['api', 'dashboard', 'simulator', 'tools'], ensure: offerBrowser },
];

/**
 * Installs the programs that the tests of these projects need, where this process may. Runs once before the tests, because
 * projects are tested at the same time.
 *
 * @returns a sentence that says what to do, for each program that is missing
 */
export function prepare(projects: readonly string[], log: (line: string) => void): readonly string[] {
  return needs
    .filter((need) => need.projects.some((project) => projects.includes(project)))
    .flatMap((need) => need.ensure(log) ?? []);
}
