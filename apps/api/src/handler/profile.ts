import { type Plain, ServiceError, type TargetingProfile } from '@auction-tiers/contract';
import { type Country, findCountry, findCountryByCode, findDma } from '@auction-tiers/dma-data';
import type { Deps } from './deps.ts';
import type { Complete } from './stored.ts';

type CountrySent = { readonly id?: number | undefined; readonly code?: string | undefined };

/** Places that a profile targets must exist; a country named by id or code gets the other one and its name. */
export function completeProfile({ settings }: Deps): Complete {
  return (value: Plain) => {
    const profile = value as TargetingProfile;
    const countries = value['country_targets'] as readonly CountrySent[] | null | undefined;
    for (const [place, { dma }] of (profile.dma_targets ?? []).entries()) {
      checkDma(dma, `dma_targets.${place}.dma`, settings.INACTIVE_DMAS);
    }
    for (const [place, { country_code }] of (profile.city_targets ?? []).entries()) {
      if (findCountryByCode(country_code) === undefined)
        throw unknownCountry(`city_targets.${place}.country_code`, country_code);
    }
    for (const [place, { code }] of (profile.region_targets ?? []).entries()) {
      if (findCountryByCode(code.slice(0, 2)) === undefined) throw unknownCountry(`region_targets.${place}.code`, code);
    }
    return countries === null || countries === undefined
      ? value
      : { ...value, country_targets: countries.map((sent, place) => toCountryTarget(sent, place)) };
  };
}

function checkDma(dma: number, path: string, inactive: ReadonlySet<number>): void {
  if (findDma(dma) === undefined) throw nothing(path, `is ${dma}, which is no market area`);
  if (inactive.has(dma)) throw nothing(path, `is ${dma}, which is not active here: delivery to it is not possible`);
}

function toCountryTarget({ id, code }: CountrySent, place: number): { id: number; code: string; name: string } {
  const path = `country_targets.${place}`;
  const byId = id === undefined ? undefined : findCountry(id);
  const byCode = code === undefined ? undefined : findCountryByCode(code);
  if (id !== undefined && byId === undefined) throw unknownCountry(`${path}.id`, id);
  if (code !== undefined && byCode === undefined) throw unknownCountry(`${path}.code`, code);
  if (byId !== undefined && byCode !== undefined && byId !== byCode) {
    throw nothing(`${path}.code`, `is ${JSON.stringify(code)}, but country ${id} is ${byId.code}`);
  }
  const country = (byId ?? byCode) as Country;
  return { id: country.id, code: country.code, name: country.name };
}

const unknownCountry = (path: string, value: unknown) =>
  nothing(path, `is ${JSON.stringify(value)}, which is no country here`);

const nothing = (path: string, message: string) =>
  new ServiceError('integrity', `${path} ${message}`, { issues: [{ path, message }] });
