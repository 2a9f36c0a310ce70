export { newTable, tableText } from './table.ts';
export { toText } from './document.ts';
