import * as fc from 'fast-check';
import type { Operation } from './document.ts';
import { nastyKeys, nastyStrings } from './nasty.ts';
import { toArbitrary } from '../fixture/schema-arbitrary.ts';

const ids = (count: number) => Array.from({ length: count }, (_, place) => place + 1).join(',');

/** Parts of a query as they go over the wire. */
const nastyParts: readonly string[] = [
  ['', '=', '=x', '?', '?id=1', '&&&', ';id=1', 'id', 'id=', 'id=0', 'id=-1', 'id=1.0', 'id=1e0', 'id=0x1', 'id=+1'],
  ['id=%2B1', 'id=1&id=2', 'id[]=1', 'id[0]=1', 'id[$gt]=0', 'id=1,', 'id=,', 'id=1,x', 'id=9007199254740993'],
  ['id=%EF%BC%91', 'id=NaN', `id=${ids(100)}`, `id=${ids(101)}`, `id=${ids(2500)}`, `id=${'1,'.repeat(4000)}1`],
  ['id=null', 'id=[1]', 'id=1%00', '__proto__=1', '%5F%5Fproto%5F%5F=1', '__proto__[polluted]=1'],
  ['__proto__.polluted=1', 'constructor=1', 'toString=1', 'constructor[prototype][polluted]=1', 'hasOwnProperty=1'],
  ['min___proto__=1', 'like_constructor=1', 'not_toString=1', 'sort=', 'sort=__proto__', 'sort=constructor.asc'],
  ['sort=id.asc,id.desc', 'sort=id.up', 'sort=,', 'sort=id.asc.desc', 'fields=', 'fields=__proto__', 'fields=id,id'],
  ['fields=,', 'fields=constructor', 'search=', 'search=%00', 'search=%25', 'start_element=-1', 'start_element=-0'],
  ['start_element=1e400', 'start_element=9007199254740991', 'start_element=', 'num_elements=0', 'num_elements=1001'],
  ['num_elements=99999999999999999999', 'num_elements=1.5', 'num_elements=NaN', 'name=%', 'name=%zz', 'name=%ff%fe'],
  ['name=%00', 'name=%ED%A0%80', 'name=%F0%9F%8E%AF', 'name=a+b', 'name=a&name=b', 'like_name=%25', 'like_name=IN'],
  ['like_name=.*', `like_name=${'x'.repeat(5000)}`, `search=${'%F0%9F%8E%AF'.repeat(500)}`, 'min_priority=NaN'],
  ['max_priority=1e400', 'not_priority=', 'min_min_price=-0', 'max_created_on=9999-99-99', 'active=TRUE'],
  ['append=1', 'append=TRUE', 'append=true', 'member_id=0', 'member_id=1', 'member_id=2', 'member_id=999999'],
  ['member_id=x', 'seats=a', 'seats=a:b', 'seats=__proto__:1', 'seats=a:1,a:2', 'seed=', `seed=${'s'.repeat(65)}`],
  ['ym_profile_id=1', 'x=y'],
].flat();

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const shortStrings = nastyStrings.filter((text) => text.length < 2000);

const nastyPart: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...nastyParts), weight: 3 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...nastyKeys), fc.constantFrom(...shortStrings))
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
    weight: 1,
  },
);

/** Parts of a query that a call takes, by its document. */
function validParts({ parameters, vocabulary }: Operation): fc.Arbitrary<readonly string[]> {
  const part = ({ name, schema }: (typeof parameters)[number]) =>
    toArbitrary(schema, vocabulary, name).map((value) => `${encoded(name)}=${encoded(String(value))}`);
  const optional = parameters.filter(({ required }) => required !== true);
  const required = parameters.filter((parameter) => parameter.required === true);
  return fc
    .subarray(optional, { maxLength: Math.min(2, optional.length) })
    .chain((chosen) => fc.tuple(...[...required, ...chosen].map(part)));
}

/** A call's query, with its question mark: a valid one, or with parts that are not. */
export const queryOf = (operation: Operation): fc.Arbitrary<string> =>
  fc
    .record({
      valid: validParts(operation),
      nasty: fc.oneof(
        { arbitrary: fc.constant<string[]>([]), weight: 5 },
        { arbitrary: fc.array(nastyPart, { minLength: 1, maxLength: 2 }), weight: 1 },
      ),
      isNastyOnly: fc.boolean(),
    })
    .map(({ valid, nasty, isNastyOnly }) => {
      const parts = nasty.length > 0 && isNastyOnly ? nasty : [...valid, ...nasty];
      return parts.length === 0 ? '' : `?${parts.join('&')}`;
    });
