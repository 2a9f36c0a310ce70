import type { Issue, Plain, TargetingProfile } from '@auction-tiers/contract';
import { findCountry, findCountryByCode, findDma } from '@auction-tiers/dma-data';
import type { Deps } from '../request/deps.ts';
import { danglingReferences } from '../request/refusal.ts';
import type { Complete } from './stored.ts';

type CountrySent = { readonly id?: number | undefined; readonly code?: string | undefined };
type Report = (path: string, message: string) => void;

/** Places that a profile targets must exist; a country named by id or code gets the other one and its name. */
export function completeProfile({ settings }: Deps): Complete {
  return (value: Plain) => {
    const profile = value as TargetingProfile;
    const issues: Issue[] = [];
    const report: Report = (path, message) => void issues.push({ path, message });
    for (const [place, { dma }] of (profile.dma_targets ?? []).entries()) {
      const path = `dma_targets.${place}.dma`;
      if (findDma(dma) === undefined) report(path, `is ${dma}, which is not a market area`);
      else if (settings.INACTIVE_DMAS.has(dma)) {
        report(path, `is ${dma}, which is not active here: delivery to it is not possible`);
      }
    }
    for (const [place, { country_code: code }] of (profile.city_targets ?? []).entries()) {
      if (findCountryByCode(code) === undefined) report(`city_targets.${place}.country_code`, noCountry(code));
    }
    for (const [place, { code }] of (profile.region_targets ?? []).entries()) {
      if (findCountryByCode(code.slice(0, 2)) === undefined) report(`region_targets.${place}.code`, noCountry(code));
    }
    const sent = value['country_targets'] as readonly CountrySent[] | null | undefined;
    const countries = sent?.map((country, place) => toCountryTarget(country, `country_targets.${place}`, report));
    if (issues.length > 0) throw danglingReferences(issues);
    return countries === undefined ? value : { ...value, country_targets: countries };
  };
}

function toCountryTarget({ id, code }: CountrySent, path: string, report: Report) {
  const byId = id === undefined ? undefined : findCountry(id);
  const byCode = code === undefined ? undefined : findCountryByCode(code);
  if (id !== undefined && byId === undefined) report(`${path}.id`, noCountry(id));
  if (code !== undefined && byCode === undefined) report(`${path}.code`, noCountry(code));
  if (byId !== undefined && byCode !== undefined && byId !== byCode) {
    report(`${path}.code`, `is ${JSON.stringify(code)}, but country ${id} is ${byId.code}`);
  }
  const country = byId ?? byCode;
  return { id: country?.id, code: country?.code, name: country?.name };
}

const noCountry = (value: unknown) => `is ${JSON.stringify(value)}, which is not a country`;
