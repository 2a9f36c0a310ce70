import { type Forecast, forecastResource, type Handlers } from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { storedHandlers } from '../resource/stored.ts';

/** Forecasts are read over the wire; only a publish and `ForecastKeeper` write them. */
export function forecastHandlers(deps: Deps): Handlers['forecast'] {
  const stored = storedHandlers<Forecast>(forecastResource, deps);
  return {
    list: (call, input) => stored.list(call, input),
    getTagged: (call, input) => stored.getTagged(call, input),
  };
}
