import { setTimeout } from 'node:timers/promises';
import type { AuctionTier } from '@auction-tiers/contract';
import { demoBuyers } from '@auction-tiers/contract/demo';
import type { Client } from '@auction-tiers/store';
import type { AskFor, Asked } from '../http/ask.ts';
import { WrongAnswer } from '../suite/suite.ts';

/** The service, as one of its sellers calls it. */
export interface Called extends Asked {
  readonly ask: AskFor;
}

/** Something large that the service is asked to do. */
export interface Act {
  readonly name: string;
  /**
   * Does it. Gives the check of what was answered, for afterwards: to parse megabytes meanwhile would take the processor from
   * the service.
   */
  readonly run: () => Promise<Check>;
}

/** Throws a `WrongAnswer` where the answers of an act are wrong. */
export type Check = () => void;

/** The demo's first seller, and the partition that it is in. */
const partition = 1;
const pollMs = 50;
/** Of an act that checks as it goes. */
export const noCheck: Check = () => {};
/** What tells a change from another one with its revision; any would do. */
const mark = '0be0c400';

/** As many tiers as a file may have, of twenty buyers. */
export function createFile(tiers: number): object {
  return {
    profiles: [],
    tiers: Array.from({ length: tiers }, (_, at) => ({
      name: `Tier ${at}`,
      priority: (at % 10) + 1,
      member_action: 'include',
      min_price: `${at % 50}.250000`,
      buyer_members: [{ id: demoBuyers[at % demoBuyers.length]!.id }],
    })),
  };
}

/** Makes a ym-profile with the tiers of a file. Gives its id. */
export async function importFile(service: Called, name: string, file: object, tiers: number): Promise<number> {
  const made = await service.ask<{ readonly id: number }>('ym-profile', '/ym-profile', { 'ym-profile': { name } });
  const path = `/ym-profile/import?id=${made.id}`;
  const answer = await service.ask<{ readonly created: readonly object[] }>('ym-profile-import', path, file);
  if (answer.created.length !== tiers) {
    throw new WrongAnswer(`The import has created ${answer.created.length} tiers, not ${tiers}.`);
  }
  return made.id;
}

/** Takes all tiers out of a ym-profile again, so that each round begins with as many. */
export async function emptyTierSet(service: Called, ymProfileId: number): Promise<void> {
  await service.ask('ym-profile-import', `/ym-profile/import?id=${ymProfileId}`, { profiles: [], tiers: [] });
}

/** Where in the list a page begins, how many rows were asked for, and how many there are: an answer begins with them. */
const pageStart = /^\{"response":\{"status":"OK","count":(\d+),"start_element":(\d+),"num_elements":(\d+),/;
const pageStartLength = 200;

/** Lists every tier: page by page, because a page ends at its number of bytes. */
export function listAct(service: Called, tiers: number): Act {
  return {
    name: `a list of ${tiers.toLocaleString('en-US')} tiers`,
    async run() {
      const pages: Buffer[] = [];
      for (let next = 0; next < tiers; ) {
        const query = next === 0 ? '' : `?start_element=${next}&num_elements=${tiers}`;
        const answer = await fetch(`${service.url}/ym-auction-tier${query}`, { headers: service.headers });
        const page = Buffer.from(await answer.arrayBuffer());
        const start = page.toString('latin1', 0, pageStartLength);
        const [, count, from, rows] = pageStart.exec(start)?.map(Number) ?? [];
        if (count !== tiers || from !== next || rows === undefined || rows === 0) {
          throw new WrongAnswer(`A page of the list is HTTP ${answer.status}, ${start}`);
        }
        pages.push(page);
        next += rows;
      }
      return () => {
        const rows = pages.flatMap((page) => (JSON.parse(page.toString()) as TierPage).response['ym-auction-tiers']);
        const ids = new Set(rows.map(({ id }) => id));
        if (ids.size !== tiers) throw new WrongAnswer(`The list has ${ids.size} tiers, not ${tiers}.`);
      };
    },
  };
}

interface TierPage {
  readonly response: { readonly 'ym-auction-tiers': readonly AuctionTier[] };
}

/**
 * Makes the service load the partition of all tiers anew, while it serves: its revision goes up, and the change stream has
 * no change for it, as where the stream was trimmed before the service had read it.
 */
export function reloadAct(service: Called, redis: Client): Act {
  return {
    name: 'a reload of all of them',
    async run() {
      const [revisionKey, headKey] = ['revision', 'head'].map((name) => `at:{p${partition}}:${name}`) as [
        string,
        string,
      ];
      const revision = Number(await redis.get(revisionKey)) + 1;
      await redis.mset(revisionKey, revision, headKey, `${revision} ${mark}`);
      for (;;) {
        const answer = await fetch(`${service.url}/readyz`);
        const { revisions = [] } = (await answer.json()) as { readonly revisions?: readonly string[] };
        if (revisions[partition]?.startsWith(`${partition}-${revision}-`) === true) return noCheck;
        await setTimeout(pollMs);
      }
    },
  };
}

/** Batches that make the service look at as many tiers as one request may, several at once. */
export function hostileAct(service: Called, ymProfileId: number, tiers: number, effort: BatchEffort): Act {
  const perBid = Math.ceil(tiers / demoBuyers.length);
  const bids = Math.max(1, Math.floor(effort.work / perBid / effort.auctions));
  const auction = {
    ym_profile_id: ymProfileId,
    bids: Array.from({ length: bids }, (_, at) => ({ id: `b${at}`, member_id: demoBuyers[0]!.id, price: 0.5 })),
  };
  const body = JSON.stringify({ auctions: Array.from({ length: effort.auctions }, () => auction) });
  const send = async () => {
    const answer = await fetch(`${service.url}/auction/batch`, { method: 'POST', headers: service.headers, body });
    return { status: answer.status, bytes: await answer.arrayBuffer() };
  };
  return {
    name: `${effort.batches} hostile batches at once`,
    async run() {
      const answers = await Promise.all(Array.from({ length: effort.batches }, send));
      return () => {
        for (const { status, bytes } of answers) {
          const text = Buffer.from(bytes).toString();
          const decided = text.split('"outcome":').length - 1;
          if (status === 200 && decided === effort.auctions * bids) continue;
          throw new WrongAnswer(`A batch has decided ${decided} bids: HTTP ${status}, ${text.slice(0, 300)}`);
        }
      };
    },
  };
}

/**
 * Does an act several times, one after the other. A second has five hundred samples of holds, of which the one in a thousand
 * that is longest is just the longest.
 */
export function repeated(act: Act, times: number): Act {
  if (times === 1) return act;
  return {
    name: `${act.name}, ${times} times`,
    async run() {
      const checks: Check[] = [];
      while (checks.length < times) checks.push(await act.run());
      return () => checks.forEach((check) => check());
    },
  };
}

/** How much the hostile caller sends. */
export interface BatchEffort {
  readonly batches: number;
  /** Auctions per batch. */
  readonly auctions: number;
  /** Tiers to look at per batch, about. */
  readonly work: number;
}
