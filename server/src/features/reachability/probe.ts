import type { Duplex } from 'node:stream';
import tls from 'node:tls';

import type { Way } from '@jadegate/contract/way';

import { startDeadline } from '../../kernel/deadline.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import { readBytes, StreamEnded } from '../../protocols/dial/read.ts';
import type { AssetProtocol, AssetTarget } from '../../protocols/dial/target.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import { fetchHostKey } from '../../protocols/ssh/connect.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { SshError } from '../../protocols/ssh/ssh-error.ts';
import { GatewayMissing, type AccessGatewayService } from '../access-gateway/access-gateway.service.ts';

export interface ProbeResult {
  active: boolean;
  way: Way;
  /** Until the target answered; undefined when it did not. */
  millis: number | undefined;
}

export interface ProbeOptions {
  gateways: Pick<AccessGatewayService, 'open'>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** For SSH: also shake hands and judge the key the host proves to hold. */
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
    await hear(stream, target.protocol, deadline.signal, options);
    return { active: true, way: { kind: 'ok' }, millis: Math.round(performance.now() - started) };
  } catch (error) {
    const way = explain(error, target, { isOpen: stream !== undefined, isTimeUp: deadline.isTimeUp });
    return { active: false, way, millis: undefined };
  } finally {
    deadline.end();
    stream?.destroy();
  }
}

class WrongBanner extends Error {}

async function hear(
  stream: Duplex,
  protocol: AssetProtocol,
  signal: AbortSignal,
  options: ProbeOptions,
): Promise<void> {
  switch (protocol) {
    case 'ssh':
      return hearSsh(stream, signal, options);
    case 'vnc':
      return expectBytes(stream, 'RFB ', signal);
    case 'rdp':
      return hearRdp(stream, signal);
    case 'kubernetes':
      return hearTls(stream, signal);
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

/** X.224 connection request asking for TLS or NLA (MS-RDPBCGR 2.2.1.1); a desktop answers with a confirm. */
const RDP_REQUEST = Buffer.from([3, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 0, 0]);
const RDP_ANSWER_BYTES = 11;
const CONNECTION_CONFIRM = 0xd0;

async function hearRdp(stream: Duplex, signal: AbortSignal): Promise<void> {
  stream.write(RDP_REQUEST);
  const answer = await readBytes(stream, RDP_ANSWER_BYTES, signal);
  if (answer[0] !== 3 || answer[5] !== CONNECTION_CONFIRM) {
    throw new WrongBanner();
  }
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
  if (error instanceof WrongBanner) {
    return { kind: 'wrong_banner', protocol };
  }
  if (error instanceof StreamEnded) {
    return { kind: 'closed' };
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
