import type { Connection, ParsedKey } from 'ssh2';

import type { Secret } from '../../kernel/secret.ts';
import { protocolOf, sendPayload, type SshProtocol } from '../ssh2-internals.ts';
import { parseHostKey } from './host-keys.ts';
import { WireReader, wireString } from './wire.ts';

const GLOBAL_REQUEST = 80;
const TELL = 'hostkeys-00@openssh.com';
const PROVE = 'hostkeys-prove-00@openssh.com';
/**
 * Tells a client, once it is logged in, of all keys that this host has or will have, and proves those it asks about
 * (openssh/PROTOCOL, section 2.5). OpenSSH then writes them down by itself, so that a rotation frightens nobody. To be
 * called when the server tells of the connection.
 */
export function announceHostKeys(client: Connection, hostKeys: readonly Secret[]): void {
  const protocol = protocolOf(client);
  const replies = new ReplyOrder(protocol);
  const own = protocol._handlers.GLOBAL_REQUEST;
  let mayAsk = false;
  protocol._handlers.GLOBAL_REQUEST = (self, name, wantsReply, data) => {
    if (name === PROVE && wantsReply && mayAsk && Buffer.isBuffer(data)) {
      // Once: a signature takes us a thousand times what it takes to ask for it.
      mayAsk = false;
      replies.give(prove(protocol, hostKeys.map(parseHostKey), data));
      return;
    }
    if (wantsReply) {
      replies.expect();
    }
    own(self, name, wantsReply, data);
  };
  client.once('ready', () => {
    mayAsk = true;
    const blobs = hostKeys.map((key) => wireString(parseHostKey(key).getPublicSSH()));
    sendPayload(
      protocol,
      Buffer.concat([Buffer.from([GLOBAL_REQUEST]), wireString(TELL), Buffer.from([0]), ...blobs]),
    );
  });
}

/** A signature for each key that is asked about, or undefined when one of them is not ours, or asked about twice. */
function prove(protocol: SshProtocol, keys: readonly ParsedKey[], asked: Buffer): Buffer | undefined {
  const reader = new WireReader(asked);
  const left = new Set(keys);
  const proofs: Buffer[] = [];
  while (!reader.isAtEnd) {
    const blob = reader.string();
    const key = blob && [...left].find((one) => one.getPublicSSH().equals(blob));
    const { _kex: exchange } = protocol;
    if (!blob || !key || !exchange) {
      return undefined;
    }
    left.delete(key);
    const signed = Buffer.concat([PROVE, exchange.sessionID, blob].map((part) => wireString(part)));
    proofs.push(wireString(sign(key, signed, exchange.negotiated.serverHostKey)));
  }
  return proofs.length > 0 ? Buffer.concat(proofs) : undefined;
}

/** Clients expect of an RSA key the kind of signature that was agreed on, where that was one of RSA. */
function sign(key: ParsedKey, data: Buffer, agreed: string): Buffer {
  if (key.type !== 'ssh-rsa') {
    return Buffer.concat([wireString(key.type), wireString(key.sign(data))]);
  }
  const algorithm = agreed === 'rsa-sha2-256' ? agreed : 'rsa-sha2-512';
  const hash = algorithm === 'rsa-sha2-256' ? 'sha256' : 'sha512';
  return Buffer.concat([wireString(algorithm), wireString(key.sign(data, hash))]);
}

/** Replies to global requests carry no number: they must go out in the order in which the requests came, ours and ssh2's. */
class ReplyOrder {
  readonly #succeed: (data?: Buffer) => void;
  readonly #fail: () => void;
  /** One for each request that waits; what sends its reply, once it is known. */
  readonly #waiting: { send?: () => void }[] = [];

  constructor(protocol: SshProtocol) {
    this.#succeed = protocol.requestSuccess.bind(protocol);
    this.#fail = protocol.requestFailure.bind(protocol);
    protocol.requestSuccess = (data) => this.#fill(() => this.#succeed(data));
    protocol.requestFailure = () => this.#fill(this.#fail);
  }

  /** ssh2 will answer it, sooner or later, and what it answers in order. */
  expect(): void {
    this.#waiting.push({});
  }

  give(data: Buffer | undefined): void {
    this.#waiting.push({ send: data ? () => this.#succeed(data) : this.#fail });
    this.#flush();
  }

  #fill(send: () => void): void {
    const first = this.#waiting.find((one) => !one.send);
    if (first) {
      first.send = send;
      this.#flush();
    }
  }

  #flush(): void {
    for (let first = this.#waiting[0]; first?.send; first = this.#waiting[0]) {
      this.#waiting.shift();
      first.send();
    }
  }
}
