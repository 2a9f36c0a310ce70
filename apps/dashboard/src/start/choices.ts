const names = new Intl.DisplayNames('en', { type: 'currency' });

/** The currencies of the browser and the one that is set, by their codes: `EUR – Euro`. */
export const currenciesWith = (currency: string): { readonly value: string; readonly label: string }[] =>
  [...new Set([currency, ...Intl.supportedValuesOf('currency')])]
    .toSorted()
    .map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }));
