/** The name of a buyer; without a name, the number that its bids carry: `Buyer 108`. */
export const buyerName = ({ id, name }: { readonly id: number; readonly name?: string | null | undefined }): string =>
  name ?? `Buyer ${id}`;
