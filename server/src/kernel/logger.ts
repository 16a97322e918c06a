import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

import { LineFolding, type TroubleOf } from './line-folding.ts';

export type { Logger };

/**
 * Structured lines on standard output. Names that could hold a secret are cut even if somebody logs one by mistake, and
 * lines about the same trouble are folded.
 */
export function createLogger(level: string, destination?: DestinationStream, troubleOf?: TroubleOf): Logger {
  const folding = troubleOf && new LineFolding(troubleOf);
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
    ...(folding && {
      hooks: {
        logMethod(args, method) {
          if (!folding.takes(args, (line, message) => this.warn(line, message))) {
            method.apply(this, args);
          }
        },
      },
    }),
  };
  return destination ? pino(options, destination) : pino(options);
}
