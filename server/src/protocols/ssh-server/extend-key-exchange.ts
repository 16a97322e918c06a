import type { Connection } from 'ssh2';

import { offerMlKem } from '../ml-kem-exchange.ts';
import { changeOffer, protocolOf, sendPayload } from '../ssh2-internals.ts';
import { SIGNATURE_ALGORITHMS } from './verify-signature.ts';
import { uint32, wireString } from './wire.ts';

/** A client that says so wants to be told what we understand (RFC 8308). */
const WANTS_EXTENSIONS = 'ext-info-c';
const EXT_INFO = 7;

/**
 * Adds the exchange of ssh2's successors to a client's connection, and takes away what ssh2 always has: signatures of the
 * host key with SHA-1, and a list of signatures we take that names SHA-1 and DSA. To be called before anything is sent:
 * when the server tells of the connection.
 */
export function extendKeyExchange(client: Connection): void {
  const protocol = protocolOf(client);
  let wantsExtensions = false;
  changeOffer(protocol, { serverHostKey: (names) => names.filter((name) => name !== 'ssh-rsa') });
  offerMlKem(protocol, (names) => {
    wantsExtensions ||= names.includes(WANTS_EXTENSIONS);
    return names.filter((name) => name !== WANTS_EXTENSIONS);
  });
  client.once('handshake', () => {
    if (wantsExtensions) {
      sendPayload(protocol, extensions());
    }
  });
}

function extensions(): Buffer {
  return Buffer.concat([
    Buffer.from([EXT_INFO]),
    uint32(1),
    wireString('server-sig-algs'),
    wireString(SIGNATURE_ALGORITHMS.join()),
  ]);
}
