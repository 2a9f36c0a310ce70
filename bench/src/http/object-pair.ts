import { isDeepStrictEqual } from 'node:util';
import type { AuctionTier, Plain } from '@auction-tiers/contract';
import { tierResource, toHash } from '@auction-tiers/contract';
import { demoBuyers } from '@auction-tiers/contract/demo';
import type { Client } from '@auction-tiers/store';
import { WrongAnswer } from '../suite/suite.ts';
import type { CheckedRequest, HttpEffort } from './contestant.ts';
import { createHttpContestant } from './contestant.ts';
import type { Pair } from './comparison.ts';
import { bareKey } from './server/bare-settings.ts';
import type { ServerProcess } from './server/server-process.ts';
import type { Service } from './service.ts';

export interface ObjectPairOptions {
  readonly service: Service;
  readonly bareExpress: ServerProcess;
  /** Connected to the Redis of both sides. */
  readonly client: Client;
  readonly effort: HttpEffort;
  /** Tiers created per turn: a fixed number, because a ym-profile with more tiers takes longer to compile. */
  readonly createsATurn: number;
}

/** With many ym-profiles a new tier slows down few others. */
const ymProfileCount = 20;
const tierName = 'Benchmark';

/** Reads a tier, and creates one. */
export async function createObjectPairs(options: ObjectPairOptions): Promise<Pair[]> {
  const ids: number[] = [];
  for (let number = 1; number <= ymProfileCount; number++) {
    const created = await options.service.ask<{ id: number }>('ym-profile', '/ym-profile', { name: `Bench ${number}` });
    ids.push(created.id);
  }
  return [await createReadPair(options, ids), createWritePair(options, ids)];
}

async function createReadPair(options: ObjectPairOptions, ymProfileIds: readonly number[]): Promise<Pair> {
  const { service, bareExpress, client, effort } = options;
  const requests: CheckedRequest[] = [];
  const bare: CheckedRequest[] = [];
  for (const ymProfileId of ymProfileIds) {
    const body = { ...tierBody(ymProfileId), name: 'To be read' };
    const tier = await service.ask<AuctionTier & Plain>('ym-auction-tier', '/ym-auction-tier', body);
    const fields = toHash(tierResource, tier);
    await client.hset(bareKey(tier.id), fields);
    const path = `/ym-auction-tier?id=${tier.id}`;
    requests.push({ method: 'GET', path, isRight: (found) => holdsTier(found, tier) });
    bare.push({ method: 'GET', path, isRight: (found) => isDeepStrictEqual(JSON.parse(found), fields) });
  }
  const { authorization = '' } = service.headers;
  const headers = { authorization };
  return {
    name: 'GET /ym-auction-tier?id=',
    unit: 'requests',
    wanted: 0.7,
    service: createHttpContestant({ name: 'GET', server: service, headers, requests, size: 1, effort }),
    bare: createHttpContestant({
      name: 'express, HGETALL',
      server: bareExpress,
      headers,
      requests: bare,
      size: 1,
      effort,
    }),
  };
}

function createWritePair(options: ObjectPairOptions, ymProfileIds: readonly number[]): Pair {
  const { service, bareExpress, client, effort, createsATurn: mostRequests } = options;
  const { headers } = service;
  const requests = ymProfileIds.map((id) => toCreate(id, holdsCreated));
  const bare = ymProfileIds.map((id) => toCreate(id, (body) => body.startsWith('{"id":')));
  const shared = { headers, size: 1, effort, mostRequests };
  return {
    name: 'POST /ym-auction-tier, durable',
    unit: 'requests',
    wanted: 0.6,
    service: createHttpContestant({
      ...shared,
      name: 'POST',
      server: service,
      requests,
      verify: (least, most) => verifyCreated(service, least, most),
    }),
    bare: createHttpContestant({
      ...shared,
      name: 'express, HSET',
      server: bareExpress,
      requests: bare,
      verify: (least) => verifyWritten(client, least),
    }),
  };
}

function toCreate(ymProfileId: number, isRight: CheckedRequest['isRight']): CheckedRequest {
  return { method: 'POST', path: '/ym-auction-tier', body: JSON.stringify(tierBody(ymProfileId)), isRight };
}

function holdsCreated(body: string): boolean {
  return body.includes('"status":"OK"') && body.includes(`"name":"${tierName}"`);
}

function tierBody(ymProfileId: number) {
  return {
    name: tierName,
    ym_profile_id: ymProfileId,
    priority: 7,
    min_price: '2.500000',
    member_action: 'include',
    buyer_members: demoBuyers.slice(0, 5).map(({ id }) => ({ id })),
  };
}

function holdsTier(body: string, tier: object): boolean {
  const read = () => (JSON.parse(body) as { response?: Record<string, unknown> }).response?.['ym-auction-tier'];
  return body.includes(`"ym-auction-tier":${JSON.stringify(tier)}`) || isDeepStrictEqual(read(), tier);
}

/** Checks that every acknowledged tier is stored as it was sent. */
async function verifyCreated(service: Service, least: number, most: number): Promise<void> {
  const query = `name=${tierName}&num_elements=1&sort=id.desc`;
  const count = await service.ask<number>('count', `/ym-auction-tier?${query}`);
  const [last] = await service.ask<AuctionTier[]>('ym-auction-tiers', `/ym-auction-tier?${query}`);
  if (count < least || count > most) {
    throw new WrongAnswer(`POST: ${least} to ${most} tiers were created, and there are ${count}.`);
  }
  const { min_price: price, buyer_members: buyers } = last ?? {};
  if (price !== '2.500000' || buyers?.length !== 5)
    throw new WrongAnswer(`POST: a tier reads ${JSON.stringify(last)}.`);
}

async function verifyWritten(client: Client, least: number): Promise<void> {
  const fields = await client.hgetall(bareKey(`new:${least}`));
  if (fields['name'] !== JSON.stringify(tierName)) {
    throw new WrongAnswer(`HSET: number ${least} reads ${JSON.stringify(fields)}.`);
  }
}
