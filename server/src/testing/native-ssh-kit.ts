import ssh2, { type ClientChannel, type ConnectConfig, type ServerChannel } from 'ssh2';

import type { TestServer } from './test-server.ts';

/** What came of a command. */
export interface Ran {
  output: string;
  errors: string;
  code: number | null;
  signal: string | undefined;
}

/** SSH clients at the product's own door. */
export class NativeSshKit {
  readonly #server: { readonly current: TestServer };
  readonly #clients = new Set<ssh2.Client>();

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
  }

  get port(): number {
    return this.#server.current.services.nativeSsh.describe().port;
  }

  /** Resolves when it is signed in; rejects with what the client is told. */
  connect(username: string, how: Partial<ConnectConfig>): Promise<ssh2.Client> {
    return new Promise((resolve, reject) => {
      const client = new ssh2.Client();
      this.#clients.add(client);
      client.on('error', reject);
      client.once('close', () => reject(new Error('closed')));
      client.once('ready', () => resolve(client));
      client.connect({ host: '127.0.0.1', port: this.port, username, ...how });
    });
  }

  leave(): void {
    for (const client of this.#clients) {
      client.destroy();
    }
    this.#clients.clear();
  }
}

export function execOn(client: ssh2.Client, command: string, input?: Uint8Array): Promise<Ran> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) {
        reject(error);
        return;
      }
      resolve(ranOf(channel));
      channel.end(input);
    });
  });
}

export function shellOn(client: ssh2.Client, size = { cols: 90, rows: 25 }): Promise<ShellScreen> {
  return new Promise((resolve, reject) => {
    client.shell({ term: 'xterm', ...size }, (error, channel) =>
      error ? reject(error) : resolve(new ShellScreen(channel)),
    );
  });
}

export class ShellScreen {
  readonly channel: ClientChannel;
  readonly ended: Promise<Ran>;
  shown = '';

  constructor(channel: ClientChannel) {
    this.channel = channel;
    channel.on('data', (bytes: Buffer) => (this.shown += bytes.toString()));
    this.ended = ranOf(channel);
  }
}

export async function ranOf(channel: ClientChannel): Promise<Ran> {
  const ran: Ran = { output: '', errors: '', code: null, signal: undefined };
  channel.on('data', (bytes: Buffer) => (ran.output += bytes.toString('latin1')));
  channel.stderr.on('data', (bytes: Buffer) => (ran.errors += bytes.toString()));
  channel.on('exit', (code: number | null, signal?: string) => Object.assign(ran, { code, signal }));
  await new Promise((resolve) => channel.once('close', resolve));
  return ran;
}

/** A host that runs a few commands for tests: what they do is their name. */
export function runForTest(command: string, channel: ServerChannel): void {
  const [name, argument = ''] = command.split(' ');
  const leave = (code: number) => {
    channel.exit(code);
    channel.end();
  };
  switch (name) {
    case 'say':
      channel.write(`${argument}\n`);
      channel.stderr.write(`not ${argument}\n`);
      leave(3);
      return;
    case 'count': {
      let bytes = 0;
      channel.on('data', (piece: Buffer) => (bytes += piece.length));
      channel.on('end', () => {
        channel.write(String(bytes));
        leave(0);
      });
      return;
    }
    case 'die':
      channel.exit('KILL');
      channel.end();
      return;
    case 'wait':
      channel.write('waiting\n');
      channel.resume();
      return;
    default:
      leave(127);
  }
}
