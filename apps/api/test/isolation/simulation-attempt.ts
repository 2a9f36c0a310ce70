import { type Ask, followPath, resultPath, simulationAsk, simulationPath, type Things } from './ask.ts';
import type { Attempt } from './attempt.ts';

type Call = Parameters<typeof simulationAsk>[0];

const attempt = (
  call: Call,
  title: string,
  status: number,
  more: (others: Things, own: Things) => Partial<Ask> = () => ({}),
): Attempt => ({
  title,
  status,
  ask: (others, own) => ({ ...simulationAsk(call, others), ...more(others, own) }),
});

const naming = (call: Call, title: string) =>
  attempt(call, `${title}, naming the member`, 403, ({ memberId }) => ({ memberId }));

const ofOne = (call: Call, title: string) => [attempt(call, title, 404), naming(call, title)];

/** Every way to see a simulation of another member, or to begin one over what it has. */
export const simulationGroups: readonly { readonly path: string; readonly attempts: readonly Attempt[] }[] = [
  {
    path: simulationPath,
    attempts: [
      ...ofOne('status', 'read one'),
      attempt('list', 'list everything', 200),
      naming('list', 'list the simulations of the member'),
      attempt('start', 'run one over its tiers', 404),
      naming('start', 'begin one'),
      attempt('start', 'begin one over its log', 400, (_others, own) => {
        const { body } = simulationAsk('start', own);
        return { body: { ...body, log: { kind: 'file', name: 'kestrel-log.jsonl' } } };
      }),
    ],
  },
  { path: resultPath, attempts: ofOne('result', 'read one with its report') },
  { path: followPath, attempts: ofOne('follow', 'follow one') },
];
