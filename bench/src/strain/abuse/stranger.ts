import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Abuse, askOver, inTurn, sendOver, type Target } from './abuse.ts';

const withoutCredential = ({ url }: Target): Target => ({ url, headers: { 'content-type': 'application/json' } });

/** The text of a request, the body of which may be shorter than its head says. */
function head(line: string, bodyBytes: number): string {
  return `${line} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${bodyBytes}\r\n\r\n`;
}

const login = (username: string): string => JSON.stringify({ auth: { username, password: 'wrong password' } });

/** What a client without any credential may try. */
export const strangers: readonly Abuse[] = [
  {
    name: 'documents over 32 connections',
    prepare: async (target) =>
      askOver(32, withoutCredential(target), inTurn([{ path: '/docs' }, { path: '/openapi.json' }])),
  },
  {
    name: 'pipelined requests, 1,600 on each of 50 connections, no answer read',
    prepare: async (target) =>
      sendOver(50, target, async (socket, isOver) => {
        socket.pause();
        socket.write('GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1600));
        await once(socket, 'close', { signal: isOver });
      }),
  },
  {
    name: 'logins over 300 connections, abandoned at once',
    prepare: async (target) => {
      let number = 0;
      return sendOver(300, target, async (socket, isOver) => {
        const body = login(`nobody-${number++}`);
        socket.write(head('POST /auth', Buffer.byteLength(body)) + body);
        await setTimeout(100, undefined, { signal: isOver });
      });
    },
  },
  {
    name: 'wrong passwords of admin over 32 connections',
    prepare: async (target) =>
      askOver(32, withoutCredential(target), () => ({ method: 'POST', path: '/auth', body: login('admin') })),
  },
  {
    name: 'bodies of 200 connections that arrive a byte per 50 ms',
    prepare: async (target) =>
      sendOver(200, target, async (socket, isOver) => {
        socket.resume();
        socket.write(head('POST /auth', 100_000));
        for (;;) {
          await setTimeout(50, undefined, { signal: isOver });
          socket.write(' ');
        }
      }),
  },
  {
    name: 'bodies of 16 connections that go on after their answer',
    prepare: async (target) => {
      const piece = Buffer.alloc(64 * 1024, ' ');
      return sendOver(16, target, async (socket, isOver) => {
        socket.resume();
        socket.write(head('POST /ym-auction-tier', 1_000_000_000));
        for (;;) if (!socket.write(piece)) await once(socket, 'drain', { signal: isOver });
      });
    },
  },
];
