import type { AppRouter } from '@auction-tiers/contract';
import type { Request } from 'express';
import type { Exchange } from '../http/exchange.ts';
import type { Query } from './query.ts';

interface Given {
  readonly router: AppRouter;
  readonly request: Request;
  readonly query: Query;
  readonly context: ReturnType<Exchange['context']>;
  readonly exchange: Exchange;
}

/** What a method of a path does that is no service of objects. */
export interface Call {
  /** What it counts as, and the scope that it needs. */
  readonly kind: 'read' | 'write';
  readonly act: (given: Given) => Promise<void>;
}

/** The methods that a path has. */
export type Calls = Readonly<Partial<Record<'GET' | 'POST', Call>>>;
