import { createHash } from 'node:crypto';
import { assert, double, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { scheduleOf } from '@auction-tiers/experiment';
import { armOf, placeOf } from '@auction-tiers/experiment/assignment';

const salt = 'e3b0c442';
const units = Array.from({ length: 20_000 }, (_, at) => `user-${at}`);

test('the draw of a unit is the first 32 bits of SHA-256 of salt and unit over 2^32', () => {
  const digest = createHash('sha256').update(`${salt}\nuser-7`).digest();
  expect(placeOf(salt, 'user-7').draw).toBe(digest.readUInt32BE(0) / 2 ** 32);
});

test('a larger share moves no unit from T to C, whatever the unit', () => {
  assert(
    property(
      string(),
      double({ min: 0, max: 1, noNaN: true }),
      double({ min: 0, max: 1, noNaN: true }),
      (unit, one, other) => {
        const place = placeOf(salt, unit);
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        expect(armOf(place, small) === 'T' && armOf(place, large) === 'C').toBe(false);
      },
    ),
  );
  const places = units.map((unit) => placeOf(salt, unit));
  const moved = places.filter((place) => armOf(place, 0.1) === 'T' && armOf(place, 0.2) === 'C');
  const joined = places.filter((place) => armOf(place, 0.1) === 'C' && armOf(place, 0.2) === 'T');
  expect([moved.length, joined.length > 1800 && joined.length < 2200]).toEqual([0, true]);
});

test('a share of 0 gives every unit to C, and a share of 1 to T', () => {
  expect(units.every((unit) => armOf(placeOf(salt, unit), 0) === 'C')).toBe(true);
  expect(units.every((unit) => armOf(placeOf(salt, unit), 1) === 'T')).toBe(true);
});

test('arms of two salts, and arm and bucket, are independent', () => {
  const both = units.filter((unit) => placeOf(salt, unit).draw < 0.5 && placeOf('another', unit).draw < 0.5);
  expect(Math.abs(both.length / units.length - 0.25)).toBeLessThan(0.015);
  const low = units.filter((unit) => placeOf(salt, unit).draw < 0.5 && placeOf(salt, unit).bucket < 512);
  expect(Math.abs(low.length / units.length - 0.25)).toBeLessThan(0.015);
});

test('in a switchback each cluster is as often T as C, on each weekday of two consecutive weeks once', () => {
  const { arms, shares } = scheduleOf(salt, 40, 28);
  for (const [cluster, own] of arms.entries()) {
    expect(own.filter((arm) => arm === 'T')).toHaveLength(14);
    for (const day of [0, 1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19, 20]) expect(own[day]).not.toBe(own[day + 7]);
    for (const [day, arm] of own.entries()) {
      expect(arm === 'T' ? [0.5, 1] : [0, 0.5]).toContain(shares[cluster]![day]);
    }
  }
  const half = shares.flat().filter((share) => share === 0.5).length / shares.flat().length;
  expect(half > 0.15 && half < 0.35).toBe(true);
  expect(scheduleOf(salt, 40, 28)).toEqual({ cells: 40, arms, shares });
});

test('a whole seller alternates in runs of 2 to 4 days, each weekday equally often in either arm', () => {
  const drawn = Array.from({ length: 40 }, (_, at) => scheduleOf(`salt ${at}`, 'seller', 56).arms[0]!.join(''));
  expect(new Set(drawn).size).toBeGreaterThan(30);
  for (const arms of drawn) {
    expect(arms.match(/C+|T+/g)!.every((run) => run.length >= 2 && run.length <= 4)).toBe(true);
    for (let weekday = 0; weekday < 7; weekday++) {
      expect(Array.from(arms).filter((arm, day) => arm === 'T' && day % 7 === weekday)).toHaveLength(4);
    }
  }
  expect(scheduleOf(salt, 'seller', 28)).toEqual(scheduleOf(salt, 'seller', 28));
});

test('a whole seller by weeks has the live tiers, the draft twice, and the live tiers', () => {
  const { arms, shares } = scheduleOf(salt, 'seller_weeks', 28);
  expect([arms.length, arms[0]!.join('')]).toEqual([1, 'CCCCCCCTTTTTTTTTTTTTTCCCCCCC']);
  expect(shares[0]!.every((share, day) => share === Number(arms[0]![day] === 'T'))).toBe(true);
});

test.for([14, 42])('a switchback of the whole seller of %i days is refused', (days) => {
  expect(() => scheduleOf(salt, 'seller', days)).toThrow(RangeError);
  expect(() => scheduleOf(salt, 'seller_weeks', days)).toThrow(RangeError);
});

test.for([0, 7, 13, 21])('a switchback of %i days is refused: days cannot be paired', (days) => {
  expect(() => scheduleOf(salt, 8, days)).toThrow(RangeError);
});
