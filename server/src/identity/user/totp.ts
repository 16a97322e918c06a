import { Secret as OtpSecret, TOTP } from 'otpauth';

import type { Secret } from '../../kernel/secret.ts';

const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** One step early or late, for clocks that are a little off. */
const WINDOW = 1;

/** The time step the code belongs to, or undefined when it is wrong. The caller must refuse a step used before. */
export function checkTotp(secret: Secret, code: string, nowMs: number): number | undefined {
  const digits = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(digits)) {
    return undefined;
  }
  const totp = new TOTP({
    secret: OtpSecret.fromBase32(secret.expose()),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
  const delta = totp.validate({ token: digits, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
}
