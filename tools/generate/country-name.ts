/**
 * Names where ISO's is a formal form that nobody in ad operations would write or search for. Every other country keeps
 * ISO's name, also where an older English one is still about (Cabo Verde, Czechia, Eswatini, Türkiye).
 */
export const countryNames: ReadonlyMap<string, string> = new Map([
  ['BN', 'Brunei'],
  ['BO', 'Bolivia'],
  ['CD', 'Democratic Republic of the Congo'],
  ['FK', 'Falkland Islands'],
  ['FM', 'Micronesia'],
  ['GB', 'United Kingdom'],
  ['IR', 'Iran'],
  ['KP', 'North Korea'],
  ['KR', 'South Korea'],
  ['LA', 'Laos'],
  ['MD', 'Moldova'],
  ['NL', 'Netherlands'],
  ['PS', 'Palestine'],
  ['RU', 'Russia'],
  ['SH', 'Saint Helena'],
  ['SY', 'Syria'],
  ['TW', 'Taiwan'],
  ['TZ', 'Tanzania'],
  ['US', 'United States'],
  ['VA', 'Vatican City'],
  ['VE', 'Venezuela'],
  ['VG', 'British Virgin Islands'],
  ['VI', 'U.S. Virgin Islands'],
  ['VN', 'Vietnam'],
]);
