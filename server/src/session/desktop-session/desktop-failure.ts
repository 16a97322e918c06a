import type { SessionEnd } from '@jadegate/contract/session/session-end';

import { StreamEnded } from '../../kernel/read-bytes.ts';
import type { GuacdAddress } from '../../protocols/guacd/connect-guacd.ts';
import type { GuacdEnd } from '../../protocols/guacd/connection.ts';
import { GuacdRefused, GuacdUnusable } from '../../protocols/guacd/guacd-error.ts';
import { MalformedStream } from '../../protocols/guacd/instruction.ts';
import { GuacdElsewhere } from '../../protocols/guacd/loopback-listener.ts';
import { endOfStatus } from '../../protocols/guacd/status.ts';
import { CertificateRefused, NotRdp } from '../../protocols/rdp/certificate.ts';

/** Why there is no desktop, where the reason lies with guacd. Undefined for what a session knows by itself. */
export function endOfDesktop(error: unknown, { host, port }: GuacdAddress): SessionEnd | undefined {
  if (error instanceof GuacdUnusable) {
    return { kind: 'desktop_service', guacd: { problem: error.problem, host, port } };
  }
  if (error instanceof CertificateRefused) {
    return { kind: 'way', way: { kind: error.kind } };
  }
  if (error instanceof NotRdp) {
    return { kind: 'way', way: { kind: 'wrong_banner', protocol: 'RDP' } };
  }
  if (error instanceof StreamEnded) {
    return { kind: 'way', way: { kind: 'closed' } };
  }
  if (error instanceof GuacdRefused) {
    return endOfStatus(error.status);
  }
  if (error instanceof GuacdElsewhere) {
    return { kind: 'desktop_direct_only' };
  }
  return error instanceof MalformedStream ? { kind: 'desktop_confused' } : undefined;
}

/** How a desktop came to its end, apart from errors. */
export function endOfGuacd({ kind }: Exclude<GuacdEnd, { kind: 'error' }>): SessionEnd {
  return { kind: kind === 'finished' ? 'desktop_ended' : 'desktop_service_lost' };
}
