import type { SessionEnd } from '@jadegate/contract/session-end';

import { DialError } from '../../protocols/dial/dial-error.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import { RecordingFailed } from '../../recorders/recording.ts';
import { DiskLow } from '../disk-space/disk-space.service.ts';
import { StreamFailed } from './session-kind.ts';
import { QuotaReached } from './session-quota.ts';

/** Why it did not come to a session, or how one ended. */
export function endOf(error: unknown, target: { host: string; port: number }): SessionEnd {
  if (error instanceof StreamFailed || error instanceof QuotaReached || error instanceof DiskLow) {
    return error.end;
  }
  if (error instanceof DialError) {
    const way = wayOf(error, target);
    return { kind: error.kind === 'gateway_lost' ? 'gateway_lost' : 'way', way };
  }
  if (error instanceof RecordingFailed) {
    return { kind: 'recording_failed' };
  }
  return { kind: 'failed' };
}
