import { timingSafeEqual } from 'node:crypto';

import ssh2, { type AuthContext, type Connection, type ServerChannel, type Session } from 'ssh2';

import { COMMANDS } from './commands.ts';
import { HostFigures } from './figures.ts';
import { FileTree } from './file-tree.ts';
import { filesOf } from './host-files.ts';
import { HOST_ACCOUNT, SSH_IDENT, type HostProfile } from './host-profile.ts';
import { answerCommand, answerScript } from './machine-answers.ts';
import { serveFiles } from './sftp-files.ts';
import { Shell, type HostParts } from './shell.ts';
import { Terminal } from './terminal.ts';

const MAX_CONNECTIONS = 200;
const MAX_INPUT = 256 * 1024;
const DEFAULT_ROWS = 24;

/** The SSH server of one host of the demo: terminals, commands and files of its own, and no way on to anywhere. */
export function createSshHost(profile: HostProfile, key: string): ssh2.Server {
  const parts: HostParts = {
    figures: new HostFigures(profile),
    files: new FileTree(filesOf(profile)),
    commands: COMMANDS,
  };
  let logins = 0;
  const server = new ssh2.Server({ hostKeys: [key], ident: SSH_IDENT }, (connection) => {
    logins += 1;
    const login = logins;
    connection.on('error', () => undefined);
    connection.on('authentication', authenticate);
    connection.on('ready', () => serve(connection, parts, login));
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

function authenticate(context: AuthContext): void {
  if (context.method === 'password' && isAccount(context.username, context.password)) {
    context.accept();
  } else {
    context.reject(['password']);
  }
}

function isAccount(username: string, password: string): boolean {
  const [given, known] = [`${username}:${password}`, `${HOST_ACCOUNT.username}:${HOST_ACCOUNT.password}`].map(
    (text) => Buffer.from(text),
  ) as [Buffer, Buffer];
  return given.length === known.length && timingSafeEqual(given, known);
}

function serve(connection: Connection, parts: HostParts, login: number): void {
  connection.on('session', (accept) => {
    const session = accept();
    let rows = DEFAULT_ROWS;
    let terminal: Terminal | undefined;
    session.on('pty', (agree, _, info) => {
      ({ rows } = info);
      accepted(agree);
    });
    session.on('window-change', (agree, _, info) => {
      ({ rows } = info);
      if (terminal) {
        terminal.rows = rows;
      }
      accepted(agree);
    });
    session.on('env', accepted);
    session.on('shell', (agree) => {
      terminal = openTerminal(agree(), parts, login, rows);
    });
    session.on('exec', (agree, _, { command }) => runCommand(session, agree(), parts, login, command));
    session.on('sftp', (agree) => serveFiles(agree(), parts.files));
  });
}

/** A client need not ask for an answer. */
const accepted = (agree: (() => void) | undefined) => agree?.();

function openTerminal(channel: ServerChannel, parts: HostParts, login: number, rows: number): Terminal {
  channel.on('error', () => undefined);
  const terminal = new Terminal(
    new Shell(parts, login),
    { write: (text) => channel.write(text), end: (code) => finish(channel, code) },
    rows,
  );
  channel.on('data', (bytes: Buffer) => terminal.type(bytes));
  channel.once('close', () => terminal.hangUp());
  return terminal;
}

/** What the product asks by itself is answered from figures; everything else is a script for the interpreter. */
function runCommand(
  session: Session,
  channel: ServerChannel,
  parts: HostParts,
  login: number,
  command: string,
): void {
  channel.on('error', () => undefined);
  const stop = new AbortController();
  channel.once('close', () => stop.abort());
  session.on('signal', () => stop.abort());
  const answer = answerCommand(parts.figures, command, login);
  if (answer !== undefined) {
    channel.write(answer);
    finish(channel, 0);
    return;
  }
  if (command === 'exec sh -s') {
    answerInput(channel, parts.figures);
    return;
  }
  const shell = new Shell(parts, login);
  const write = (text: string) => {
    channel.write(text);
  };
  shell
    .run(command, { write, signal: stop.signal, rows: DEFAULT_ROWS })
    .then((code) => finish(channel, code))
    .catch(() => finish(channel, 1));
}

function answerInput(channel: ServerChannel, figures: HostFigures): void {
  let input = '';
  channel.on('data', (bytes: Buffer) => {
    if (input.length < MAX_INPUT) {
      input += bytes.toString();
    }
  });
  channel.once('end', () => {
    const answer = answerScript(figures, input);
    channel.write(answer ?? '');
    finish(channel, answer === undefined ? 127 : 0);
  });
}

function finish(channel: ServerChannel, code: number): void {
  channel.exit(code);
  channel.end();
}
