import { DAY_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';

/** The certificate that this server shows at the moment. */
export interface EndingCertificate {
  readonly endsAt: number;
  readonly fingerprint: string;
}

const SOON_MS = 14 * DAY_MS;
const URGENT_MS = 3 * DAY_MS;

export function watchCertificate(certificate: EndingCertificate, clock: Clock): AlertWatch {
  const look = async () => endingOf(certificate, clock.now());
  return {
    kind: 'certificate',
    seenBy: 'server',
    everyMs: MINUTE_MS,
    holdMs: { raise: 0, clear: 0 },
    check: look,
  };
}

/** By its fingerprint: one that several servers show is told once, and its successor is another. */
export function endingOf({ endsAt, fingerprint }: EndingCertificate, now: number): Condition[] {
  const left = endsAt - now;
  const common = { subject: fingerprint, params: { until: familyTime(endsAt) } };
  if (left > SOON_MS) {
    return [];
  }
  if (left > URGENT_MS) {
    return [{ ...common, wording: 'certificate-ending', level: 'warning' }];
  }
  return [{ ...common, wording: left > 0 ? 'certificate-urgent' : 'certificate-ended', level: 'danger' }];
}
