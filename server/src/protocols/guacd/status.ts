import type { SessionEnd } from '@jadegate/contract/session/session-end';

/** guacd's status codes, as the reason a person reads. */
const KINDS: Readonly<Record<number, SessionEnd['kind']>> = {
  256: 'desktop_unsupported',
  512: 'desktop_error',
  513: 'desktop_busy',
  514: 'desktop_timeout',
  515: 'desktop_error',
  516: 'desktop_refused',
  517: 'desktop_taken',
  518: 'desktop_ended',
  // Its word for a wrong password, too.
  519: 'desktop_refused',
  520: 'desktop_unavailable',
  521: 'desktop_taken',
  522: 'desktop_limit',
  523: 'desktop_ended',
  768: 'desktop_confused',
  769: 'auth_failed',
  771: 'desktop_forbidden',
  776: 'desktop_service_lost',
  781: 'desktop_confused',
  783: 'desktop_confused',
  797: 'desktop_busy',
};

export function endOfStatus(status: number): SessionEnd {
  return { kind: KINDS[status] ?? 'desktop_error', status };
}
