import { type Ask, simulationAsk, type Things } from './isolation-ask.ts';
import type { Attempt } from './isolation-attempt.ts';

type Name = Parameters<typeof simulationAsk>[0];

const attempt = (
  name: Name,
  title: string,
  status: number,
  more: (others: Things, own: Things) => Partial<Ask> = () => ({}),
): Attempt => ({
  title,
  status,
  ask: (others, own) => ({ ...simulationAsk(name, others), ...more(others, own) }),
});

const naming = (name: Name, title: string) => attempt(name, title, 403, ({ memberId }) => ({ memberId }));

const ofOne: readonly (readonly [Name, string])[] = [
  ['simulation.status', 'read one'],
  ['simulation.result', 'read one with its report'],
  ['simulation.follow', 'follow one'],
];

/** Every way to see a simulation of another member, or to begin one over what it has. */
export const simulationGroups = [
  ...ofOne.map(([name, title]) => ({
    path: name,
    attempts: [attempt(name, title, 404), naming(name, `${title}, naming the member`)],
  })),
  {
    path: 'simulation.list',
    attempts: [
      { title: 'list everything', status: 200, ask: () => ({ path: 'simulation.list', action: 'list' as const }) },
      naming('simulation.list', 'list the simulations of the member'),
    ],
  },
  {
    path: 'simulation.start',
    attempts: [
      attempt('simulation.start', 'run one over its tiers', 404),
      naming('simulation.start', 'begin one, naming the member'),
      attempt('simulation.start', 'begin one over its log', 400, (_others, own) => {
        const { body } = simulationAsk('simulation.start', own);
        return { body: { ...body, log: { kind: 'file', name: 'kestrel-log.jsonl' } } };
      }),
    ],
  },
] satisfies readonly { readonly path: string; readonly attempts: readonly Attempt[] }[];
