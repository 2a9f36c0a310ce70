import { expectOk } from './demo-tier.ts';
import type { Send } from './request.ts';

const paths = [
  '/ym-auction-tier',
  '/ym-profile',
  '/profile',
  '/platform-member',
  '/member',
  '/user',
  '/api-key',
  '/change-log',
];

/** Everything that a caller can see of what is stored, to compare before and after. */
export async function storedState(send: Send): Promise<unknown> {
  const answers = await Promise.all(paths.map((path) => send('GET', path)));
  return answers.map((answer) => {
    const { dbg_info: _, ...content } = expectOk(answer).response;
    return content;
  });
}
