import type { FieldTable, Form } from '@auction-tiers/contract';

/** The source of the function that copies the attributes that an OpenRTB bid request has in the same form. */
export function toCopySource(impression: FieldTable): string {
  const copied = Object.values(impression).flatMap(({ engine, kind: { form }, copiedFromOpenRtb: path }) =>
    path === undefined ? [] : [{ engine, path, read: readerOf(engine, form) }],
  );
  const readers = [...new Set(copied.map(({ read }) => read)), 'valueAt'].toSorted();
  return `import type { Impression } from '@auction-tiers/tier-engine';
import { ${readers.join(', ')} } from './loose.ts';

/** The attributes of an impression that a bid request has as they are, read from their paths. */
export function copyAttributes(request: unknown): Impression {
  return {
${copied.map(({ engine, path, read }) => `    ${engine}: ${read}(valueAt(request, ${steps(path)})),`).join('\n')}
  };
}
`;
}

const steps = (path: string) =>
  path
    .split('.')
    .map((name) => `'${name}'`)
    .join(', ');

function readerOf(engine: string, form: Form): string {
  if (form.is === 'text') return 'toText';
  if (form.is === 'whole number') return 'toId';
  if (form.is === 'market area') return 'toWhole';
  throw new Error(`${engine} is of the form "${form.is}", which openrtb cannot copy; give it openRtb instead`);
}
