import { deletedEnvelope, envelope, listEnvelope, oneEnvelope, writtenEnvelope } from './envelope.ts';
import { arrayOf, type Json, ref } from './json.ts';
import { schemaName } from './name.ts';
import type { DocumentedService } from './service.ts';

/** The answers of a service as shared schemas. */
export function answerSchemas({ resource: { service, plural, fields }, methods }: DocumentedService): Json {
  const name = schemaName(service);
  const isWritten = methods.some((method) => method === 'POST' || method === 'PUT');
  return {
    [`${name}List`]: listEnvelope(plural, name),
    ...('id' in fields ? { [`${name}One`]: oneEnvelope(service, name) } : {}),
    ...(isWritten ? { [`${name}Written`]: writtenEnvelope(service, name) } : {}),
  };
}

/** The answers that more than one service gives. */
export const sharedAnswerSchemas: Json = {
  Deleted: deletedEnvelope,
  Meta: envelope({ fields: arrayOf(ref('MetaField')) }),
};
