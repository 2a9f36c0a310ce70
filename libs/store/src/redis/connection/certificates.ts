import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { StoreUnusable } from '../../port/store-error.ts';

/** Files in PEM form for TLS to Redis, by the setting that names each. */
const parts = { REDIS_CA_FILE: 'ca', REDIS_CERT_FILE: 'cert', REDIS_KEY_FILE: 'key' } as const;
type Setting = keyof typeof parts;

/** The files by setting, where they are set. */
export type CertificateFiles = Readonly<Partial<Record<Setting, string | undefined>>>;

/** Options of TLS: the CA that has signed the server's certificate, and the client's own certificate with its key. */
export type Certificates = Readonly<Partial<Record<(typeof parts)[Setting], Buffer>>>;

/** Adds the files to an address's query, where `parseAddress` reads them: one text then describes the connection. */
export function withCertificates(url: string, files: CertificateFiles): string {
  const set = Object.entries(files).filter(([name, file]) => name in parts && (file ?? '') !== '');
  const texts = set.map(([name, file]) => `${parts[name as Setting]}=${encodeURIComponent(file ?? '')}`);
  return texts.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${texts.join('&')}`;
}

/** Reads the files that the query of an address names. Throws `StoreUnusable`, which names the setting and the file. */
export function readCertificates(query: string, isTls: boolean): Certificates {
  const named = new URLSearchParams(query);
  const found: Partial<Record<(typeof parts)[Setting], Buffer>> = {};
  for (const [setting, part] of Object.entries(parts) as [Setting, (typeof parts)[Setting]][]) {
    const file = named.get(part);
    named.delete(part);
    if (file === null) continue;
    if (!isTls) throw wrong(setting, file, 'no file where REDIS_URL does not begin with rediss');
    found[part] = readPem(setting, file);
  }
  if (named.size > 0) throw new StoreUnusable('REDIS_URL has a query, allowed: ca, cert and key, each with a file');
  requirePair(found);
  return found;
}

function readPem(setting: Setting, file: string): Buffer {
  try {
    const text = readFileSync(file);
    if (setting === 'REDIS_KEY_FILE') createSecureContext({ key: text });
    else void new X509Certificate(text);
    return text;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw wrong(
      setting,
      file,
      `a ${setting === 'REDIS_KEY_FILE' ? 'private key' : 'certificate'} in PEM form (${why})`,
    );
  }
}

function requirePair({ cert, key }: Certificates): void {
  if ((cert === undefined) !== (key === undefined)) {
    const [set, missing] = key === undefined ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
    throw new StoreUnusable(
      `REDIS_${set}_FILE is set, and REDIS_${missing}_FILE is not: a client certificate needs both`,
    );
  }
  if (cert === undefined || key === undefined) return;
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StoreUnusable(
      `REDIS_KEY_FILE is not the key of the certificate in REDIS_CERT_FILE (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

const wrong = (setting: Setting, file: string, allowed: string) =>
  new StoreUnusable(`${setting} is ${JSON.stringify(file)}, allowed: ${allowed}`);

/** Advice about a connection that TLS may have refused; undefined: TLS is not the cause. */
export const certificateAdvice = (cause: string): string | undefined =>
  /certificate|self.signed|\bssl|\btls|wrong version number|EPROTO|ECONNRESET|EPIPE|closed/i.test(cause)
    ? 'REDIS_CA_FILE names the certificate of the CA that has signed that of Redis, REDIS_CERT_FILE and REDIS_KEY_FILE the client certificate that Redis may ask for'
    : undefined;
