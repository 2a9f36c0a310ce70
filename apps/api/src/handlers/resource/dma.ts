import { type CallContext, type DmaRow, dmaResource, type Handlers, selectRows } from '@auction-tiers/contract';
import { type Dma, dmas, dmasLike, explainNoMarkets } from '@auction-tiers/dma-data';
import type { Deps } from '../request/deps.ts';
import { requireOwnMember } from '../request/condition.ts';
import { notFound } from '../request/refusal.ts';

/** The market areas: read-only, the same for everybody, and there also while the store is away. */
export function dmaHandlers({ settings }: Pick<Deps, 'settings'>): Handlers['dma'] {
  const toRow = ({ states: _states, ...dma }: Dma): DmaRow => ({ ...dma, active: !settings.INACTIVE_DMAS.has(dma.id) });
  const rows = dmas.map(toRow);

  return {
    list: async (call, input) => {
      requireOwnMember(call.caller, input.member_id);
      const { filter: { like_name: like, ...filter } = {}, ...rest } = input;
      const found = like === undefined ? rows : likeName(String(like), call).map(toRow);
      return selectRows(dmaResource.fields, found, { ...rest, filter }, call.warn);
    },
    get: async (call, { id, member_id }) => {
      requireOwnMember(call.caller, member_id);
      const row = rows.find((one) => one.id === id);
      if (row === undefined) throw notFound('dma', id);
      return row;
    },
  };
}

/** A state code gives that state's markets, anything else is a part of the name. */
function likeName(text: string, call: CallContext): readonly Dma[] {
  const found = dmasLike(text);
  const reason = found.length === 0 ? explainNoMarkets(text) : undefined;
  if (reason !== undefined) call.warn(reason);
  return found;
}
