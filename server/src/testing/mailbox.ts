import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

interface Received {
  from: string;
  to: string[];
  /** As it came: headers and body. */
  raw: string;
  text: string;
  subject: string;
}

interface Options {
  /** `tls` speaks TLS from the first byte; `starttls` offers it; both with a certificate that nobody trusts. */
  security?: 'none' | 'starttls' | 'tls';
  password?: string;
  refuses?: (address: string) => boolean;
}

/** A real mail server on the loopback, which keeps what it gets. */
export class Mailbox {
  readonly received: Received[] = [];
  readonly #server: SMTPServer;
  /** Connections that were opened, whatever became of them. */
  connections = 0;

  private constructor({ security = 'none', password, refuses = () => false }: Options) {
    this.#server = new SMTPServer({
      secure: security === 'tls',
      disabledCommands: security === 'none' ? ['STARTTLS'] : [],
      authOptional: password === undefined,
      allowInsecureAuth: true,
      logger: false,
      onConnect: (_session, done) => {
        this.connections++;
        done();
      },
      onAuth: (auth, _session, done) =>
        auth.password === password
          ? done(null, { user: auth.username ?? '' })
          : done(new Error('Invalid username or password')),
      onRcptTo: ({ address }, _session, done) =>
        refuses(address) ? done(new Error(`No such user ${address}`)) : done(),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString();
          const { mailFrom, rcptTo } = session.envelope;
          this.received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw,
            ...read(raw),
          });
          done();
        });
      },
    });
    this.#server.on('error', () => undefined); // Handshakes that the other side breaks off are expected here.
  }

  static async open(options: Options = {}): Promise<Mailbox> {
    const mailbox = new Mailbox(options);
    await new Promise<void>((resolve) => mailbox.#server.listen(0, '127.0.0.1', resolve));
    return mailbox;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

function read(raw: string): { text: string; subject: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ');
  const body = rest.join('\r\n\r\n');
  const isBase64 = /^content-transfer-encoding: base64$/im.test(headers);
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : unquote(body);
  const subject = /^subject: (.*)$/im.exec(headers)?.[1] ?? '';
  return { text, subject: decodeWords(subject) };
}

/** Quoted-printable. */
function unquote(body: string): string {
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex: string) => `%${hex}`);
  try {
    return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'));
  } catch {
    return body;
  }
}

/** Encoded words of a header, as RFC 2047 has them. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_all, kind: string, value: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(value, 'base64').toString()
        : unquote(value.replaceAll('_', ' ')),
    );
}
