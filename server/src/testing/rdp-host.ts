import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';

import { makeCertificate } from './certificates.ts';

const CONFIRM = [14, 0xd0, 0, 0, 0x12, 0x34, 0];
const WITH_TLS = Buffer.from([3, 0, 0, 19, ...CONFIRM, 2, 0, 8, 0, 1, 0, 0, 0]);
const CLASSIC = Buffer.from([3, 0, 0, 19, ...CONFIRM, 3, 0, 8, 0, 2, 0, 0, 0]);

/** The beginning of an RDP server: it negotiates, and begins TLS where it has a certificate. */
export async function startRdpHost() {
  const sockets = new Set<net.Socket>();
  const host = { certificate: undefined as ReturnType<typeof makeCertificate> | undefined };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => {
      const { certificate } = host;
      socket.write(certificate ? WITH_TLS : CLASSIC);
      if (certificate) {
        const { key, cert } = certificate;
        new tls.TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    /** Another machine in its place, or one without TLS. */
    change: (name: string | undefined) => {
      host.certificate = name === undefined ? undefined : makeCertificate(name);
    },
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
