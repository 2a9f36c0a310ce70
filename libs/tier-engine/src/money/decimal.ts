/** The allowed form of a decimal, and its smallest unit. */
export interface DecimalRule {
  /** 6: the unit is a millionth. */
  readonly decimals: number;
  /** The largest allowed value, in units. */
  readonly maxUnits: number;
  /**
   * Whether a value finer than a unit is rounded up. `dropped`: the digits below the unit, one of them not 0;
   * `nearest`: the double nearest to the value. Without this function a finer value is refused.
   */
  readonly goesUp?: (dropped: string, nearest: number) => boolean;
  /** Says in words what is allowed; ends every problem. */
  readonly allowed: string;
}

export type DecimalResult =
  | { readonly ok: true; readonly units: number }
  | { readonly ok: false; readonly problem: string };

/** A number as JSON writes it, without a sign. */
const decimalPattern = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

const longestShownValue = 40;

/**
 * Turns decimal text, or a number through its shortest decimal text, into whole units. Works on the digits and never on
 * a floating point product, so `0.29` is 290,000 millionths and nothing else.
 */
export function parseDecimal(value: string | number, rule: DecimalRule): DecimalResult {
  const { decimals, maxUnits, goesUp } = rule;
  const refuse = (what: string): DecimalResult => ({
    ok: false,
    problem: `${shown(value)} ${what}; allowed is ${rule.allowed}.`,
  });
  const [, whole, fraction = '', exponent] = decimalPattern.exec(String(value)) ?? [];
  if (whole === undefined) return refuse(String(value).startsWith('-') ? 'is negative' : 'is not a decimal number');

  const finer = `is finer than ${decimals} decimals`;
  if (goesUp === undefined && exponent === undefined && fraction.length > decimals) return refuse(finer);

  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return { ok: true, units: 0 };
  const shift = decimals - fraction.length + Number(exponent ?? 0);
  const unitDigitCount = digits.length + shift;
  if (unitDigitCount > String(maxUnits).length) return refuse('is too large');

  const kept = unitDigitCount > 0 ? digits.slice(0, unitDigitCount).padEnd(unitDigitCount, '0') : '0';
  const dropped = unitDigitCount >= 0 ? digits.slice(unitDigitCount) : `0${digits}`;
  let units = Number(kept);
  if (/[1-9]/.test(dropped)) {
    if (goesUp === undefined) return refuse(finer);
    if (goesUp(dropped, Number(value))) units++;
  }
  return units > maxUnits ? refuse('is too large') : { ok: true, units };
}

function shown(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value.length > longestShownValue ? `${value.slice(0, longestShownValue)}...` : value);
}
