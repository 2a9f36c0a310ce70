import { type Call, type Handlers, IdInput } from '@auction-tiers/contract';

/**
 * One object, as the `get` procedure of its service gives it to a caller that has the scope for it. The procedure costs
 * ten times what is done here, and this is what is asked most.
 */
export function getOne(
  service: Handlers[keyof Handlers],
  call: Call,
  input: Readonly<Record<keyof IdInput, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!('get' in service)) throw new TypeError('objects of this service are not asked for one by one');
  return service.get(call, IdInput.parse(input));
}
