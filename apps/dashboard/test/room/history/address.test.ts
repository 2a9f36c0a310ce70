import { expect, test } from 'vitest';
import { chooseMoment } from '../../../src/room/history/address.ts';

const order = ['1-9', '1-8', '1-7', '1-6'];

test('one moment is compared with now, two with each other, the earlier one first', () => {
  expect(chooseMoment({}, '1-8', order)).toEqual({ a: '1-8', b: undefined });
  expect(chooseMoment({ a: '1-8' }, '1-6', order)).toEqual({ a: '1-6', b: '1-8' });
  expect(chooseMoment({ a: '1-8' }, '1-9', order)).toEqual({ a: '1-8', b: '1-9' });
  // The first one is on another page of steps.
  expect(chooseMoment({ a: '1-2' }, '1-9', order)).toEqual({ a: '1-2', b: '1-9' });
});

test('a chosen moment is taken back, and a third one begins anew', () => {
  expect(chooseMoment({ a: '1-6', b: '1-8' }, '1-6', order)).toEqual({ a: '1-8', b: undefined });
  expect(chooseMoment({ a: '1-6' }, '1-6', order)).toEqual({ a: undefined, b: undefined });
  expect(chooseMoment({ a: '1-6', b: '1-8' }, '1-9', order)).toEqual({ a: '1-9', b: undefined });
});
