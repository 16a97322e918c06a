import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Structured lines on standard output. Names that could hold a secret are cut even if somebody logs one by mistake. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
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
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '<secret>' },
  };
  return destination ? pino(options, destination) : pino(options);
}
