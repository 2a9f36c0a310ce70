import type { Plain, ServiceName, StoredProblem } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import type { Tier } from '@auction-tiers/tier-engine';
import type { Unreadable } from './unreadable.ts';

/** The member that an object belongs to; null: the installation. */
export type Owner = number | null;

/** A version of an object, as the store gave it; null: it is removed. */
export interface Version {
  readonly service: ServiceName;
  readonly id: number;
  readonly value: Plain | null;
  /** What the store could not read of it. */
  readonly problem?: string | undefined;
  readonly partition?: number | undefined;
}

/** A version that was checked. */
export interface CheckedVersion extends Version {
  readonly owner: Owner | undefined;
  readonly found: StoredProblem | null;
  readonly tier?: Tier | undefined;
}

/** Objects of one service and one owner. */
export interface ObjectList {
  readonly service: ServiceName;
  readonly values: readonly Plain[];
}

/** An object that appears, changes or is removed. */
export interface MirrorChange {
  readonly service: ServiceName;
  readonly id: number;
  /** Undefined where nothing says which member it belongs to. */
  readonly owner: Owner | undefined;
  /** What the mirror held until now. */
  readonly before: Plain | null;
  readonly after: Plain | null;
  /** Of a tier: `after` as the engine takes it, made earlier: all changes of a batch are applied in one turn. */
  readonly tier?: Tier | undefined;
  /** The new version is stored and cannot be read; then `after` is null. */
  readonly unreadable?: Unreadable | undefined;
  /** The version before could not be read; then `before` is null. */
  readonly wasUnreadable?: Unreadable | undefined;
}

export type MirrorListener = (change: MirrorChange) => void;

/** What the mirror takes of a change of the stream. */
export type StreamChange = Pick<Change, 'service' | 'id' | 'operation' | 'after' | 'problem'> &
  Partial<Pick<Change, 'partition' | 'memberId' | 'before'>>;
