import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

import { LogDeduplication, type TroubleOf } from './log-deduplication.ts';

export type { Logger };

/**
 * Structured lines on standard output. Names that could hold a secret are cut even if somebody logs one by mistake, and
 * lines about the same trouble are folded.
 */
export function createLogger(level: string, destination?: DestinationStream, troubleOf?: TroubleOf): Logger {
  const repeated = troubleOf && new LogDeduplication(troubleOf);
  const names = [
    'password',
    'privateKey',
    'passphrase',
    'token',
    'ticket',
    'secret',
    'totp',
    'authorization',
  ];
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '<secret>' },
    ...(repeated && {
      hooks: {
        logMethod(args, method) {
          if (!repeated.takes(args, (line, message) => this.warn(line, message))) {
            method.apply(this, args);
          }
        },
      },
    }),
  };
  return destination ? pino(options, destination) : pino(options);
}
