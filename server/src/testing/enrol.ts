import { Secret, TOTP } from 'otpauth';

import { SECOND_MS } from '../kernel/clock.ts';
import type { TestServer } from './test-server.ts';

let calls = 0;
/** A new one each time, so that a long file does not meet the limit on such calls. */
function freshAddress(): string {
  return `127.99.${(++calls >> 8) & 255}.${calls & 255}`;
}

/** Turns two-step verification on for the person of this login, as their authenticator app would. */
export async function enrol(server: TestServer, token: string, currentTotp?: string) {
  const begun = await server.call<{ secret: string }>('GET', '/account/reload-totp', {
    token,
    address: freshAddress(),
  });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.data.secret) });
  /** A code that was not seen yet: half a minute passes for each. */
  const code = () => {
    server.passTime(30 * SECOND_MS);
    return totp.generate({ timestamp: server.now() });
  };
  const confirmed = await server.call<{ recoveryCodes: string[] }>('POST', '/account/confirm-totp', {
    token,
    address: freshAddress(),
    body: { totp: code(), ...(currentTotp !== undefined && { currentTotp }) },
  });
  if (confirmed.code !== 1) {
    throw new Error(`enrolment failed: ${confirmed.message}`);
  }
  return { secret: begun.data.secret, code, recoveryCodes: confirmed.data.recoveryCodes };
}
