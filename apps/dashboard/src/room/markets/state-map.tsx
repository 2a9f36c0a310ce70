import { stateCodes, stateTilesHtml } from '@auction-tiers/chart';
import { Select } from '@mantine/core';
import type { MouseEvent } from 'react';
import { counted } from '../../figure/count.ts';
import { Drawing } from '../../part/chart.tsx';
import { countByState } from './market-list.ts';

interface StateMapProps {
  readonly chosen: string | null;
  readonly onChoose: (state: string | null) => void;
}

const counts = countByState();
const tiles = stateCodes
  .filter((code) => counts.has(code))
  .map((code) => {
    const count = counts.get(code) ?? 0;
    return { code, count, figure: String(count), label: counted(count, 'market') };
  });

/** Chooses a state: on a map of tiles, or on a narrow screen from a list. */
export function StateMap({ chosen, onChoose }: StateMapProps) {
  const choose = (event: MouseEvent) => {
    const state = (event.target as Element).closest('[data-state]')?.getAttribute('data-state') ?? null;
    if (state !== null && counts.has(state)) onChoose(state === chosen ? null : state);
  };
  return (
    <>
      <div className="market-map" role="presentation" onClick={choose}>
        <Drawing markup={stateTilesHtml({ label: 'Markets by state', tiles, chosen, href: null })} />
        <p className="muted">
          The number is how many market areas have the state in their name; the deeper the colour, the more. Choose a
          state to see its markets.
        </p>
      </div>
      <Select
        className="market-states"
        label="State"
        placeholder="All states"
        clearable
        searchable
        data={tiles.map(({ code, figure }) => ({ value: code, label: `${code} (${figure})` }))}
        value={chosen}
        onChange={onChoose}
      />
    </>
  );
}
