import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoYmProfile } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { answerMs } from '../fixture/raw.ts';
import { createSend } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { SteadyAuctions } from '../fixture/steady-auctions.ts';
import { MainProcess } from './main-process.ts';

let data: DemoData;
let service: MainProcess;
let url: string;
let pid: string;
let key: string;
let ym_profile_id: number;

beforeAll(async () => {
  data = await startDemoData();
  service = new MainProcess({ ...data.environment, LOG_LEVEL: 'info' });
  url = await service.ready();
  pid = /"pid":(\d+)/.exec(await service.logged(/"msg":"serving"/))?.[1] ?? '';
  key = (await readPeople(data.dataDir)).seller1.api_key;
  ({ id: ym_profile_id } = await demoYmProfile(createSend(url, key)));
});
afterAll(async () => {
  await service.stop();
  await data.close();
});

const residentMegabytes = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' })) / 1024;

/** A connection that sends all that the service takes, and reads nothing. */
async function openUnread(bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

test.for(['/openapi.json', '/healthz'])(
  '50 connections that pipeline requests for %s, and read nothing, cost little memory, and auctions go on',
  { timeout: 120_000 },
  async (path) => {
    const auctions = new SteadyAuctions(url, { key, body: { ym_profile_id, bids: [] }, connections: 2 });
    await expect.poll(() => auctions.answeredCount, { timeout: answerMs }).toBeGreaterThan(200);
    const before = residentMegabytes();
    const request = `GET ${path} HTTP/1.1\r\nhost:a\r\n\r\n`;
    await Promise.all(Array.from({ length: 50 }, () => openUnread(request.repeat(1600))));
    let most = before;
    const { answeredCount } = auctions;
    const watch = async () => {
      most = Math.max(most, residentMegabytes());
      return auctions.answeredCount - answeredCount;
    };
    await expect.poll(watch, { timeout: answerMs }).toBeGreaterThan(200);
    await auctions.stop();
    expect(auctions.failures).toEqual([]);
    expect(most - before).toBeLessThan(300);
  },
);

const burst = 1000;
/** The most connections that this machine keeps for a program that does not accept them, whatever the program asks for. */
const mostKeptFile = '/proc/sys/net/core/somaxconn';
const mostKept = existsSync(mostKeptFile) ? Number(readFileSync(mostKeptFile, 'latin1')) : 0;

test.skipIf(mostKept < burst)(
  `${burst} connections that arrive while the service is busy are made, and none has to try again`,
  async () => {
    // A stopped process accepts nothing for as long as it is stopped.
    process.kill(Number(pid), 'SIGSTOP');
    onTestFinished(() => void process.kill(Number(pid), 'SIGCONT'));
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: burst }, () => connect({ host: hostname, port: Number(port) }));
    onTestFinished(() => void sockets.map((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const answer = once(sockets.at(-1)!, 'data');
    sockets.at(-1)!.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
    process.kill(Number(pid), 'SIGCONT');
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200 /);
  },
);
