import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';

import ssh2, { type AuthContext, type Connection, type ServerChannel } from 'ssh2';

/** A throw-away SSH server on loopback that forwards, for tests. */
export interface SshHost {
  port: number;
  hostKey: string;
  /** Logins that succeeded. */
  logins: string[];
  /** Where channels were asked to lead. */
  forwards: string[];
  /** Where it was asked to listen, as long as it does. It does so in name only: `connections` open what comes. */
  listening: Set<string>;
  /** What was lent to it, in order. */
  lent: ('agent' | 'x11')[];
  connections: Set<Connection>;
  /** What it was told before the last command or shell. */
  env: Map<string, string>;
  /** What terminals were asked for and changed to, as `columns x rows`. */
  sizes: string[];
  sockets: Set<net.Socket>;
  /** Stops answering without closing anything: a host whose network is gone. */
  freeze(): void;
  close(): Promise<void>;
}

export interface SshHostOptions {
  password?: string;
  publicKey?: string;
  hostKey?: string;
  port?: number;
  /** Takes the password only as the answer to a question. */
  interactiveOnly?: boolean;
  /** Decides about logins by itself. */
  login?: (context: AuthContext, accept: () => void) => void;
  /** Refuses every channel, or is slow to answer. */
  forwarding?: 'on' | 'off' | 'silent';
  algorithms?: ssh2.ServerConfig['algorithms'];
  /** Gives files through OpenSSH's own `sftp-server`, as this account when the tests run as root. */
  files?: { uid: number; gid: number; home: string };
  /** Gives terminals, with whatever this does at the other end. */
  shell?: (channel: ServerChannel) => void;
  /** Runs commands beside a terminal, with whatever this does; refused without it. */
  exec?: (command: string, channel: ServerChannel) => void;
}

/** Made at once, where one of RSA takes as long as a small test. */
export function newHostKey(): string {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  }).privateKey;
}

export function newRsaHostKey(bits: number): string {
  return generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;
}

export async function startSshHost(options: SshHostOptions = {}): Promise<SshHost> {
  const hostKey = options.hostKey ?? newHostKey();
  const logins: string[] = [];
  const forwards: string[] = [];
  const listening = new Set<string>();
  const lent: SshHost['lent'] = [];
  const env = new Map<string, string>();
  const sizes: string[] = [];
  const connections = new Set<Connection>();
  const sockets = new Set<net.Socket>();
  const outgoing = new Set<net.Socket>();
  const server = new ssh2.Server(
    { hostKeys: [hostKey], ...(options.algorithms && { algorithms: options.algorithms }) },
    (connection) => {
      connections.add(connection);
      connection.on('error', () => undefined);
      connection.on('close', () => connections.delete(connection));
      connection.on('authentication', (context) => authenticate(context, options, logins));
      connection.on('ready', () => {
        if (options.shell) {
          giveShells(connection, options, { env, sizes, lent });
        }
        listenInName(connection, options, listening);
        connection.on('openssh.streamlocal', (accept, _reject, { socketPath }) => {
          forwards.push(socketPath);
          const channel = accept();
          channel.pipe(channel);
        });
        connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
          forwards.push(`${destIP}:${destPort}`);
          if (options.forwarding === 'off') {
            prohibit(connection, reject);
            return;
          }
          if (options.forwarding === 'silent') {
            return;
          }
          const socket = net.connect(destPort, destIP);
          outgoing.add(socket);
          socket.once('close', () => outgoing.delete(socket));
          let isOpen = false;
          socket.once('connect', () => {
            isOpen = true;
            const channel = accept();
            channel.on('error', () => undefined);
            channel.on('close', () => socket.destroy());
            socket.pipe(channel).pipe(socket);
          });
          socket.on('error', () => {
            if (!isOpen) {
              reject();
            }
          });
        });
      });
    },
  );
  const front = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    server.injectSocket(socket);
  });
  await new Promise<void>((resolve) => front.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    port: (front.address() as AddressInfo).port,
    hostKey,
    logins,
    forwards,
    listening,
    lent,
    env,
    sizes,
    connections,
    sockets,
    freeze: () => {
      for (const socket of sockets) {
        socket.pause();
        socket.removeAllListeners('data');
      }
    },
    close: async () => {
      for (const socket of [...sockets, ...outgoing]) {
        socket.destroy();
      }
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

function listenInName(connection: Connection, { forwarding }: SshHostOptions, listening: Set<string>): void {
  const own = new Set<string>();
  connection.once('close', () => own.forEach((place) => listening.delete(place)));
  const answer = (
    accept: ((port: number) => void) | undefined,
    refuse: (() => void) | undefined,
    name: string,
    info: { bindAddr: string; bindPort: number } | { socketPath: string },
  ) => {
    const place = 'socketPath' in info ? info.socketPath : `${info.bindAddr}:${info.bindPort || 40_000}`;
    if (name.startsWith('cancel-')) {
      listening.delete(place);
    } else if (forwarding === 'off') {
      refuse?.();
      return;
    } else {
      listening.add(place);
      own.add(place);
    }
    accept?.(40_000);
  };
  connection.on('request', answer as never);
}

function giveShells(
  connection: Connection,
  { shell, exec, files }: SshHostOptions,
  { env, sizes, lent }: Pick<SshHost, 'env' | 'sizes' | 'lent'>,
): void {
  connection.on('session', (accept) => {
    const session = accept();
    env.clear();
    session.on('env', (agree, _refuse, { key, val }) => {
      env.set(key, val);
      agree?.();
    });
    session.on('auth-agent', (agree) => {
      lent.push('agent');
      agree?.();
    });
    session.on('x11', (agree) => {
      lent.push('x11');
      agree?.();
    });
    session.on('pty', (agree, _refuse, { cols, rows }) => {
      sizes.push(`${cols}x${rows}`);
      agree();
    });
    session.on('window-change', (agree, _refuse, { cols, rows }) => {
      sizes.push(`${cols}x${rows}`);
      agree?.();
    });
    session.on('shell', (agree) => shell?.(agree()));
    if (exec) {
      session.on('exec', (agree, _refuse, { command }) => exec(command, agree()));
    }
    if (files) {
      session.on('subsystem', (agree) => giveFiles(agree(), files));
    }
  });
}

function giveFiles(
  channel: ServerChannel,
  { uid, gid, home }: { uid: number; gid: number; home: string },
): void {
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const server = spawn('/usr/lib/openssh/sftp-server', [], { cwd: home, ...account });
  channel.on('error', () => undefined);
  server.stdin.on('error', () => undefined);
  channel.pipe(server.stdin);
  server.stdout.pipe(channel);
  channel.once('close', () => server.kill());
}

/** ssh2 can only say that it could not connect; a real host that does not forward says so. */
function prohibit(connection: Connection, reject: () => void): void {
  const inner = connection as unknown as {
    _protocol: { channelOpenFail(recipient: number, reason: number, text: string): void };
  };
  const channelOpenFail = inner._protocol.channelOpenFail.bind(inner._protocol);
  inner._protocol.channelOpenFail = (recipient) => channelOpenFail(recipient, 1, 'open failed');
  reject();
  inner._protocol.channelOpenFail = channelOpenFail;
}

function authenticate(context: AuthContext, options: SshHostOptions, logins: string[]): void {
  const accept = () => {
    logins.push(context.username);
    context.accept();
  };
  if (options.login) {
    options.login(context, accept);
    return;
  }
  if (context.method === 'password' && !options.interactiveOnly && context.password === options.password) {
    accept();
    return;
  }
  if (context.method === 'keyboard-interactive' && options.interactiveOnly) {
    context.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) =>
      answer === options.password ? accept() : context.reject(),
    );
    return;
  }
  if (
    context.method === 'publickey' &&
    options.publicKey?.split(' ')[1] === context.key.data.toString('base64')
  ) {
    // Without a signature the client only asks whether the key would do.
    if (context.signature) {
      accept();
    } else {
      context.accept();
    }
    return;
  }
  context.reject(options.interactiveOnly ? ['keyboard-interactive'] : ['password', 'publickey']);
}
