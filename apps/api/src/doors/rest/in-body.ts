import { invalid, toServiceError } from '@auction-tiers/contract';

/** Throws on what a procedure threw; it calls the body `name`, and the caller knows it as the body. */
export const inBody =
  (name: string) =>
  (thrown: unknown): never => {
    const error = toServiceError(thrown);
    if (error.kind !== 'invalid') throw thrown;
    throw invalid(
      error.issues.map(({ path, message }) => ({
        path: path === name ? '' : path.startsWith(`${name}.`) ? path.slice(name.length + 1) : path,
        message,
      })),
    );
  };
