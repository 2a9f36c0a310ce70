/** The buyer's member id behind a seat, which may be an id, a name or anything else; null: nobody knows the seat. */
export type SeatDirectory = (seat: string) => number | null;

/** ISO 3166-1 alpha-3 in upper case to alpha-2; undefined: no such country. */
export type CountryDirectory = (alpha3: string) => string | undefined;

/** What the mapping has to ask, because it is data of an installation or of another library. */
export interface Directory {
  readonly memberOfSeat: SeatDirectory;
  readonly countryFromAlpha3: CountryDirectory;
}
