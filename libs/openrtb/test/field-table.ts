import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A row of the table in docs/openrtb.md. */
export interface Row {
  /** Names from the request or the response down, such as `imp[].video.w`. */
  readonly field: string;
  readonly state: 'read' | 'named' | 'no';
  readonly decides: string;
  readonly rule: string;
  readonly isDuty: boolean;
}

export function readRows(): readonly Row[] {
  const text = readFileSync(new URL('../../../docs/openrtb.md', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [field = '', state, decides = '', rule = '', , duty] = line
        .slice(1)
        .split('|')
        .map((cell) => cell.trim());
      return { field: field.replaceAll('`', ''), state: state as Row['state'], decides, rule, isDuty: duty === 'yes' };
    });
}

/** The fields of an object of OpenRTB, each with the name of its object; undefined: it is none. */
export type Fields = Readonly<Record<string, { readonly object: string | undefined; readonly isList: boolean }>>;

/** The objects of OpenRTB 2.6 by their name, as the types of `iab-openrtb` declare them. */
export function readObjects(): ReadonlyMap<string, Fields> {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve('iab-openrtb/v26'))));
  const files = ['v26/index.d.ts', ...readdirSync(folder).filter((name) => name.endsWith('.d.ts'))];
  const text = files
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, ''))
    .join('\n');
  const declared = [...text.matchAll(/interface (\w+)[^{\n]* \{\n(.*?)\n\}/gs)];
  const names = new Set(declared.map(([, name]) => name));
  return new Map(
    declared.map(([, name = '', body = '']) => {
      const fields = [...body.matchAll(/^\s+(\w+)\??:\s*(\w+)(\[\])?/gm)].map(([, field = '', type = '', list]) => {
        return [field, { object: names.has(type) ? type : undefined, isList: list !== undefined }] as const;
      });
      return [name, Object.fromEntries(fields)];
    }),
  );
}
