import type { MappingCase } from './mapping-case.ts';

const long = 'x'.repeat(65);
const noId = '00000000-0000-0000-0000-000000000000';
const everyId = { user: { id: 'u1', buyeruid: 'b1' }, device: { ifa: 'i1' } };

export const unitCases: readonly MappingCase[] = [
  { row: 'user.id', title: 'before all others', request: everyId, unit: 'u1' },
  { row: 'user.id', title: 'a number', request: { user: { id: 7 } }, unit: '7' },
  { row: 'user.id', title: '64 characters', request: { user: { id: long.slice(1) } }, unit: long.slice(1) },
  { row: 'user.id', title: 'a longer one by its hash', request: { user: { id: long } }, unit: /^[0-9a-f]{16}$/ },
  { row: 'user.id', title: 'an object is none', request: { user: { id: {} } } },
  { row: 'user.id', title: 'null is none', request: { user: { id: null }, device: null } },
  {
    row: 'user.buyeruid',
    title: 'in its place',
    request: { ...everyId, user: { id: ' ', buyeruid: 'b1' } },
    unit: 'b1',
  },
  { row: 'user.buyeruid', title: 'where the id is 0', request: { user: { id: '0', buyeruid: 'b1' } }, unit: 'b1' },
  { row: 'device.ifa', title: 'in their place', request: { ...everyId, user: {} }, unit: 'i1' },
  { row: 'device.ifa', title: 'of zeros is none', request: { device: { ifa: noId } } },
];
