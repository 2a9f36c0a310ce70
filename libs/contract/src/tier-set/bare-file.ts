/** The key that an export's answer holds its file under. */
export const exportKey = 'ym-profile-export';
/** The key of what an import answers. */
export const importKey = 'ym-profile-import';

/** The file in what was saved of an export: its whole answer, the file in its key, or the file itself. */
export function bareFile(saved: unknown): unknown {
  const answer = onlyValue(saved, 'response');
  const held = answer === undefined ? undefined : valueOf(answer, exportKey);
  return held ?? onlyValue(saved, exportKey) ?? saved;
}

/** The value of an object's only attribute, if it has this name. */
function onlyValue(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length === 1 ? valueOf(value, name) : undefined;
}

function valueOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
