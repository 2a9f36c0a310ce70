export { countries, findCountry, findCountryByCode, findCountryByName, toAlpha2 } from './country.ts';
export type { Country } from './country.ts';
export { dmas, dmasLike, dmasOfState, findDma, findDmaByName } from './dma.ts';
export type { Dma } from './dma.ts';
export { isRegion, type PlaceAttribute, placeAttributes, withoutUnknownPlaces } from './unknown-place.ts';
export { resolveDma } from './resolve-dma.ts';
export type { DmaResolution } from './resolve-dma.ts';
export { dmaSearchText, searchDmas } from './search.ts';
export { explainNoMarkets, isStateCode, stateNames } from './state.ts';
