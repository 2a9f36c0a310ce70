import { isRest, type NamedOperation, services } from '../operation/list.ts';
import type { OperationWords } from '../operation/operation.ts';
import type { Shown } from './operation.ts';
import { resourceWords, wordsOfService } from './resource.ts';

/** The words of an operation: its own, or those made from its resource. Throws for one that has none. */
export function wordsOf(operation: NamedOperation): OperationWords & Shown {
  if (operation.words !== undefined) return operation.words;
  const service = resourceAt(operation);
  if (service === undefined || !isRest(operation)) {
    const name = isRest(operation) ? `${operation.rest.method} ${operation.rest.path}` : operation.procedure;
    throw new Error(`The operation ${name} has no words: it would not be documented.`);
  }
  return resourceWords(service, operation);
}

/** The resource whose objects the path of an operation is about. */
const resourceAt = ({ rest }: NamedOperation) =>
  services.find(({ resource: { service } }) => rest?.path === `/${service}` || rest?.path === `/${service}/meta`);

/** What an operation does and what it is about, in a few sentences. Throws like `wordsOf`. */
export function describeOperation(operation: NamedOperation): string {
  const { summary, description } = wordsOf(operation);
  const service = operation.words === undefined ? resourceAt(operation) : undefined;
  const about = service && wordsOfService(service.resource).description;
  return [summary, description, about]
    .flatMap((text) => (text === undefined || text === '' ? [] : text.replace(/[^.]$/, '$&.')))
    .join(' ');
}
