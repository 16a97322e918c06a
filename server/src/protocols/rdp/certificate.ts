import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

import { readBytes, StreamEnded } from '../../kernel/read-bytes.ts';

/** What an RDP server proves to hold when TLS begins. */
export interface Certificate {
  /** The kind of its key, as `rdp-rsa`. */
  keyType: string;
  /** `SHA256:…` of the whole certificate. */
  fingerprint: string;
  /** The whole certificate as one base64 word. */
  publicKey: string;
}

/** Whoever connects says what to think of a certificate. */
interface CertificatePolicy {
  pinned: readonly Certificate[];
  decide(certificate: Certificate): Verdict | Promise<Verdict>;
  /** Takes an unknown one in. */
  learn?(certificate: Certificate): Promise<void>;
}

type Verdict = 'trusted' | 'unknown' | 'changed';

/** Something answers, and it is no RDP server. */
export class NotRdp extends Error {}

/** The server cannot be taken for the one that is known. */
export class CertificateRefused extends Error {
  readonly kind:
    | 'certificate_changed'
    | 'certificate_gone'
    | 'certificate_unknown'
    | 'certificate_unreadable';

  constructor(kind: CertificateRefused['kind'], cause?: unknown) {
    super(`rdp: ${kind}`, { cause });
    this.name = 'CertificateRefused';
    this.kind = kind;
  }
}

/** X.224 connection request that offers TLS and NLA (MS-RDPBCGR 2.2.1.1). */
const REQUEST = Buffer.from([3, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 0, 0]);
const HEADER_BYTES = 4;
const CONFIRM_BYTES = 7;
const NEGOTIATION_BYTES = 8;
const CONNECTION_CONFIRM = 0xd0;
const CHOSEN = 2;

/** Answers whether TLS follows; without it the server knows only the classic security of RDP, which proves nothing. */
export async function negotiateRdp(stream: Duplex, signal: AbortSignal): Promise<boolean> {
  stream.write(REQUEST);
  const header = await readBytes(stream, HEADER_BYTES, signal);
  const length = header.readUInt16BE(2) - HEADER_BYTES;
  if (header[0] !== 3 || length < CONFIRM_BYTES || length > CONFIRM_BYTES + NEGOTIATION_BYTES) {
    throw new NotRdp();
  }
  const confirm = await readBytes(stream, length, signal);
  if (confirm[1] !== CONNECTION_CONFIRM) {
    throw new NotRdp();
  }
  const isChosen = length === CONFIRM_BYTES + NEGOTIATION_BYTES && confirm[CONFIRM_BYTES] === CHOSEN;
  return isChosen && confirm.readUInt32LE(CONFIRM_BYTES + 4) !== 0;
}

/**
 * Reads the certificate and asks what to think of it. Answers what is known of it now; `none` where there is none to be
 * read. The stream is of no more use afterwards.
 */
export async function checkCertificate(
  stream: Duplex,
  policy: CertificatePolicy,
  signal: AbortSignal,
): Promise<'known' | 'unknown' | 'none'> {
  const certificate = (await negotiateRdp(stream, signal))
    ? await readCertificate(stream, signal)
    : undefined;
  if (!certificate) {
    // Whoever stands between could say so, too, to be spared the proof.
    if (policy.pinned.length > 0) {
      throw new CertificateRefused('certificate_gone');
    }
    return 'none';
  }
  const verdict = await policy.decide(certificate);
  if (verdict === 'changed') {
    throw new CertificateRefused('certificate_changed');
  }
  if (verdict === 'trusted') {
    return 'known';
  }
  await policy.learn?.(certificate);
  return policy.learn ? 'known' : 'unknown';
}

function readCertificate(stream: Duplex, signal: AbortSignal): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // It is compared, not verified: hardly a desktop has a certificate that somebody signed. Old ones know old ciphers only.
    const socket = tls.connect({
      socket: stream,
      // oxlint-disable-next-line jadegate/unsafe-options -- nothing is sent to it: the certificate is what is asked for, to be compared
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const settle = (work: () => void) => {
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.destroy();
      work();
    };
    const onAbort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort);
    socket.once('secureConnect', () => {
      const found = socket.getPeerX509Certificate();
      settle(() =>
        found
          ? resolve({
              keyType: `rdp-${found.publicKey.asymmetricKeyType ?? 'x509'}`,
              fingerprint: `SHA256:${createHash('sha256').update(found.raw).digest('base64').replace(/=+$/, '')}`,
              publicKey: found.raw.toString('base64'),
            })
          : reject(new CertificateRefused('certificate_unreadable')),
      );
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      settle(() =>
        reject(
          /ECONNRESET|EPIPE/.test(error.code ?? '')
            ? new StreamEnded('closed')
            : new CertificateRefused('certificate_unreadable', error),
        ),
      ),
    );
    socket.once('close', () => settle(() => reject(new StreamEnded('closed'))));
  });
}
