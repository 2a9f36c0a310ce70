import { offerBrowser } from '../browser/index.ts';
import { ensureRedisServer } from '../redis/index.ts';

/** What the machine must have for some projects' tests, and how to get it there. */
const needs: readonly {
  readonly projects: readonly string[];
  ensure(log: (line: string) => void): string | undefined;
}[] = [
  {
    projects: ['store', 'api', 'simulator', 'bench', 'tools'],
    ensure: (log) => {
      const found = ensureRedisServer(log);
      return found.ok ? undefined : found.issue;
    },
  },
  { projects: ['simulator', 'tools'], ensure: offerBrowser },
];

/**
 * Installs, where it may, what the tests of these projects need; once and before they start, for they run side by side.
 *
 * @returns for each need that is not met a sentence that says what to do
 */
export function prepare(projects: readonly string[], log: (line: string) => void): readonly string[] {
  return needs
    .filter((need) => need.projects.some((project) => projects.includes(project)))
    .flatMap((need) => need.ensure(log) ?? []);
}
