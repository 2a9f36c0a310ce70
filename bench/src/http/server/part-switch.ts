// Loaded into a service before its own code: does a part of the work of an auction, or leaves it out, as the process that
// started it asks. One process takes both sides: two processes of the same program differ by up to 20 % in processor time.

/** Where each part is done, in the service's source. */
const parts = {
  counting: { file: 'report/report-counter.ts', class: 'ReportCounter', method: 'count' },
  recording: { file: 'handlers/auction/prepared.ts', class: 'Decider', method: 'record' },
} as const;
export type Part = keyof typeof parts;

/** What this program tells. */
export type SwitchWord = Part | `${Part} none`;

/** Five parameters by name, which is enough for each: a rest parameter would make an array per auction. */
type Method = (this: object, a: unknown, b: unknown, c: unknown, d: unknown, e: unknown) => void;
type Source = Readonly<Record<string, { readonly prototype: Record<string, Method> }>>;

if (process.send !== undefined) {
  const left = new Set<string>();
  for (const [part, { file, class: name, method }] of Object.entries(parts)) {
    const { href } = new URL(`../../../../apps/api/src/${file}`, import.meta.url);
    const { prototype } = ((await import(href)) as Source)[name]!;
    const act = prototype[method]!;
    prototype[method] = function actIfAsked(a, b, c, d, e) {
      if (!left.has(part)) act.call(this, a, b, c, d, e);
    };
  }
  process.on('message', (message) => {
    if (typeof message !== 'string') return;
    const [part = '', none] = message.split(' ');
    if (!Object.hasOwn(parts, part)) return;
    if (none === undefined) left.delete(part);
    else left.add(part);
    process.send?.({ [message]: true });
  });
  process.channel?.unref();
}
