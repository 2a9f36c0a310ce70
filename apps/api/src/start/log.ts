import pino, { type Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';

/** JSON lines, or readable ones on a terminal; to standard error, for standard output is for people and scripts. */
export function createLog({ LOG_LEVEL: level }: Pick<Settings, 'LOG_LEVEL'>): Logger {
  const serializers = { error: pino.stdSerializers.err };
  if (!process.stderr.isTTY) return pino({ level, serializers }, pino.destination(2));
  const transport = pino.transport({
    target: 'pino-pretty',
    options: { destination: 2, ignore: 'pid,hostname' },
  }) as pino.DestinationStream;
  return pino({ level, serializers }, transport);
}
