import { buyerNames } from './tier-set.js';

/** Adds a row with inputs for the buyer and the price of a bid. */
export function addBidRow(id, memberId, price) {
  const row = document.querySelector('form tbody').insertRow();
  row.id = id;

  const buyer = document.createElement('select');
  buyer.ariaLabel = `Buyer of ${id}`;
  for (const [member, name] of Object.entries(buyerNames)) buyer.add(new Option(name, member));
  buyer.value = memberId;

  const amount = document.createElement('input');
  amount.ariaLabel = `Price of ${id}`;
  amount.inputMode = 'decimal';
  amount.value = price;

  for (const content of [buyer, amount, '']) row.insertCell().append(content);
}
