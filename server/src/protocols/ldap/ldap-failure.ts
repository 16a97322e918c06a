import { ResultCodeError } from 'ldapts';

import { SourceFailure } from '../source-failure.ts';

/** Result codes of RFC 4511 that a server says of itself: busy, unavailable. */
const AWAY = [51, 52];
/** The account or its password is not good enough, whatever the reason: which one it was is not told at the door. */
const NO = [19, 32, 48, 49, 50, 53];
/** The server would send us elsewhere, with the password. */
const REFERRAL = 10;
const ABOUT_TRUST = /CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME|SSL|TLS/;

/** Of what a server says only the kind passes, never its words. */
export function ldapFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) {
    return error;
  }
  const fail = (kind: SourceFailure['kind'], reason: string) =>
    new SourceFailure(kind, reason, { cause: error });
  if (error instanceof ResultCodeError) {
    const { code } = error;
    const kind = AWAY.includes(code) ? 'unreachable' : NO.includes(code) ? 'denied' : 'untrusted';
    return fail(kind, code === REFERRAL ? 'referral' : `LDAP ${code}`);
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  return ABOUT_TRUST.test(code) ? fail('untrusted', code) : fail('unreachable', 'connection');
}
