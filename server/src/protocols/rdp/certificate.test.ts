import { X509Certificate } from 'node:crypto';
import net from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startRdpHost } from '../../testing/rdp-host.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { checkCertificate, NotRdp, type Certificate } from './certificate.ts';

const NEVER = new AbortController().signal;
let host: Awaited<ReturnType<typeof startRdpHost>>;
let pinned: Certificate[] = [];

beforeEach(async () => {
  pinned = [];
  host = await startRdpHost();
});
afterEach(() => host.close());

function check(port = host.port, signal = NEVER) {
  const stream = net.connect(port, '127.0.0.1');
  stream.on('error', () => undefined);
  const policy = {
    pinned,
    decide: ({ publicKey }: Certificate) =>
      pinned.length === 0
        ? ('unknown' as const)
        : pinned.some((one) => one.publicKey === publicKey)
          ? ('trusted' as const)
          : ('changed' as const),
    learn: async (certificate: Certificate) => void pinned.push(certificate),
  };
  return checkCertificate(stream, policy, signal).finally(() => stream.destroy());
}

describe('the certificate of an RDP host', () => {
  it('is taken in when it is the first, and known again', async () => {
    host.change('desktop');
    expect(await check()).toBe('known');
    const [first] = pinned;
    const read = new X509Certificate(Buffer.from(first?.publicKey ?? '', 'base64'));
    expect(read.subject).toBe('CN=desktop');
    expect(first).toMatchObject({
      keyType: 'rdp-ec',
      fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
    });
    expect(await check()).toBe('known');
    expect(pinned).toHaveLength(1);
  });

  it('is refused when it is another one', async () => {
    host.change('desktop');
    await check();
    host.change('somebody else');
    await expect(check()).rejects.toMatchObject({ kind: 'certificate_changed' });
  });

  it('is missed where there was one: whoever stands between could say that there is none', async () => {
    expect(await check()).toBe('none');
    host.change('desktop');
    await check();
    host.change(undefined);
    await expect(check()).rejects.toMatchObject({ kind: 'certificate_gone' });
  });

  it('is not expected of something else', async () => {
    const other = await startTcpHost('SSH-2.0-OpenSSH_9.6 and more\r\n');
    await expect(check(other.port)).rejects.toBeInstanceOf(NotRdp);
    await other.close();
  });

  it('is not waited for longer than asked', async () => {
    const silent = net.createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as net.AddressInfo;
    const asked = new AbortController();
    const checking = check(port, asked.signal);
    asked.abort(new Error('enough'));
    await expect(checking).rejects.toThrow('enough');
    silent.close();
  });
});
