import type { Duplex } from 'node:stream';
import tls from 'node:tls';

import type { Way } from '@jadegate/contract/access/way';

import { startDeadline } from '../../kernel/deadline.ts';
import { readBytes, StreamEnded } from '../../kernel/read-bytes.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import type { AssetProtocol, AssetTarget } from '../../protocols/dial/target.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import {
  CertificateRefused,
  checkCertificate,
  negotiateRdp,
  NotRdp,
} from '../../protocols/rdp/certificate.ts';
import { fetchHostKey } from '../../protocols/ssh/connect.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { SshError } from '../../protocols/ssh/ssh-error.ts';
import {
  isSpokenSecurityType,
  NO_PASSWORD,
  NotVnc,
  readSecurityTypes,
  securityTypeName,
  VncRefused,
} from '../../protocols/vnc/security-types.ts';
import { GatewayMissing, type AccessGatewayService } from '../access-gateway/access-gateway.service.ts';

export interface ProbeResult {
  active: boolean;
  way: Way;
  /** Until the target answered; undefined when it did not. */
  millis: number | undefined;
}

interface ProbeOptions {
  gateways: Pick<AccessGatewayService, 'open'>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** For SSH and RDP: also shake hands and judge the key or certificate that the host proves to hold. */
  hostKey?: HostKeyPolicy | undefined;
}

const NAMES: Record<AssetProtocol, string> = {
  ssh: 'SSH',
  telnet: 'Telnet',
  rdp: 'RDP',
  vnc: 'VNC',
  kubernetes: 'Kubernetes',
};

/** Goes the whole way to the target and lets it speak: that a gateway or a proxy accepts proves nothing. */
export async function probe(target: AssetTarget, options: ProbeOptions): Promise<ProbeResult> {
  const started = performance.now();
  const deadline = startDeadline(options.timeoutMs, options.signal);
  const { socks, gatewayId } = target.route;
  // The product family's rule: for the test, a proxy wins over a gateway.
  const route = socks ? { socks } : { ...(gatewayId !== undefined && { gatewayId }) };
  let stream: Duplex | undefined;
  try {
    stream = await options.gateways.open(
      { ...target, route },
      { timeoutMs: options.timeoutMs, signal: deadline.signal },
    );
    const way = await hear(stream, target.protocol, deadline.signal, options);
    return { active: true, way: way ?? { kind: 'ok' }, millis: Math.round(performance.now() - started) };
  } catch (error) {
    const way = explain(error, target, { isOpen: stream !== undefined, isTimeUp: deadline.isTimeUp });
    return { active: false, way, millis: undefined };
  } finally {
    deadline.end();
    stream?.destroy();
  }
}

class WrongBanner extends Error {}

/** The host is there, and guacd cannot log in to it. */
class VncUnspoken extends Error {
  readonly types: string;

  constructor(types: readonly number[]) {
    super();
    this.types = types.map(securityTypeName).join(', ');
  }
}

/** Answers what there is to say about a host that answers all the same. */
async function hear(
  stream: Duplex,
  protocol: AssetProtocol,
  signal: AbortSignal,
  options: ProbeOptions,
): Promise<Way | undefined> {
  switch (protocol) {
    case 'ssh':
      await hearSsh(stream, signal, options);
      return undefined;
    case 'vnc':
      return hearVnc(stream, signal);
    case 'rdp':
      return hearRdp(stream, signal, options);
    case 'kubernetes':
      await hearTls(stream, signal);
      return undefined;
    case 'telnet':
      // Speaks first or not, as it likes: that the way is open is all there is to know.
      return undefined;
  }
}

async function expectBytes(stream: Duplex, text: string, signal: AbortSignal): Promise<void> {
  const bytes = await readBytes(stream, text.length, signal);
  if (bytes.toString('latin1') !== text) {
    throw new WrongBanner();
  }
}

async function hearSsh(stream: Duplex, signal: AbortSignal, options: ProbeOptions): Promise<void> {
  await expectBytes(stream, 'SSH-', signal);
  const { hostKey, timeoutMs } = options;
  if (!hostKey) {
    return;
  }
  stream.unshift(Buffer.from('SSH-'));
  // No login follows, so old algorithms are no danger here: what counts is whether the host is there.
  const key = await fetchHostKey({
    stream,
    pinned: hostKey.pinned,
    timeoutMs,
    signal,
    legacyAlgorithms: true,
  });
  const verdict = await hostKey.decide(key);
  if (verdict === 'changed') {
    throw new SshError('host_key_changed', { offered: key, expected: hostKey.pinned });
  }
  if (verdict === 'unknown') {
    await hostKey.learn?.(key);
  }
}

async function hearVnc(stream: Duplex, signal: AbortSignal): Promise<Way | undefined> {
  const types = await readSecurityTypes(stream, signal);
  if (types.length > 0 && !types.some(isSpokenSecurityType)) {
    throw new VncUnspoken(types);
  }
  return types.includes(NO_PASSWORD) ? { kind: 'vnc_no_password' } : undefined;
}

async function hearRdp(
  stream: Duplex,
  signal: AbortSignal,
  { hostKey }: ProbeOptions,
): Promise<Way | undefined> {
  const hasCertificate = hostKey
    ? (await checkCertificate(stream, hostKey, signal)) !== 'none'
    : await negotiateRdp(stream, signal);
  return hasCertificate ? undefined : { kind: 'no_certificate' };
}

/** A certificate nobody here knows is still a server that speaks TLS. Nothing is sent to it. */
function hearTls(stream: Duplex, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ socket: stream });
    const settle = (work: () => void) => {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      work();
    };
    const onAbort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort);
    socket.once('secureConnect', () => settle(resolve));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle(() => {
        const isAboutTrust = /CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME/.test(error.code ?? '');
        const isClosed = /ECONNRESET|EPIPE/.test(error.code ?? '');
        if (isAboutTrust) {
          resolve();
          return;
        }
        reject(isClosed ? new StreamEnded('closed') : new WrongBanner());
      }),
    );
    socket.once('close', () => settle(() => reject(new StreamEnded('closed'))));
  });
}

function explain(error: unknown, target: AssetTarget, state: { isOpen: boolean; isTimeUp: boolean }): Way {
  const protocol = NAMES[target.protocol];
  const { host, port } = target;
  if (error instanceof DialError) {
    return wayOf(state.isTimeUp && error.kind === 'aborted' ? timedOut(error) : error, target);
  }
  if (error instanceof GatewayMissing) {
    return error.way;
  }
  if (state.isOpen && state.isTimeUp) {
    return { kind: 'silent', protocol };
  }
  if (error instanceof WrongBanner || error instanceof NotRdp || error instanceof NotVnc) {
    return { kind: 'wrong_banner', protocol };
  }
  if (error instanceof VncRefused) {
    return { kind: 'vnc_refused' };
  }
  if (error instanceof VncUnspoken) {
    return { kind: 'vnc_security', types: error.types };
  }
  if (error instanceof StreamEnded) {
    return { kind: 'closed' };
  }
  if (error instanceof CertificateRefused) {
    return { kind: error.kind };
  }
  if (error instanceof SshError) {
    return sshWay(error, protocol);
  }
  if (state.isTimeUp) {
    return { kind: 'timeout', host, port };
  }
  throw error;
}

/** The clock here and the one of the way run alike; whichever rings first, it was the time. */
function timedOut({ hop, hopName }: DialError): DialError {
  return new DialError('timeout', { hop, hopName });
}

function sshWay(error: SshError, protocol: string): Way {
  switch (error.kind) {
    case 'host_key_changed':
    case 'closed':
    case 'aborted':
    case 'handshake':
      return { kind: error.kind };
    case 'timeout':
      return { kind: 'silent', protocol };
    default:
      return { kind: 'failed' };
  }
}
