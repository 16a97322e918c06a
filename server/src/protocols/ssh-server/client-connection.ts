import { MAX_TERMINAL_SIDE, usableSize, type TerminalSize } from '@jadegate/contract/session/terminal-socket';
import type { Connection, ServerChannel, Session, TcpipRequestInfo } from 'ssh2';

import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { RateLimit } from '../../kernel/rate-limit.ts';
import type { ListenAt } from '../ssh/host-channels.ts';
import { forgetSession, protocolOf, type SshProtocol } from '../ssh2-internals.ts';
import { AnswerOrder } from './answer-order.ts';
import { ChannelLimiter } from './channel-limiter.ts';
import {
  ClientChannel,
  type ChannelRequests,
  type PtyRequest,
  type ScreenRequest,
} from './client-channel.ts';
import { paceChannel } from './paced-channel.ts';

/** A channel that a client wants to open, and that is not open yet. */
export interface ChannelOpening {
  /** Undefined when the client is gone meanwhile. */
  accept(): ServerChannel | undefined;
  /** The client shows the text to its person. */
  refuse(text: string): void;
}

/** The host is to listen for the client from now on, or no more. It is for the whole connection. */
export interface ListenRequest {
  at: ListenAt;
  accept: (chosenPort?: number) => void;
  /** SSH has no words for why. */
  refuse: () => void;
}

/** What a client lends to the host while something of its own runs there. */
export type Lendable = 'agent' | 'x11';

/** What is begun resolves when there is nothing more to do for it: until then it counts as a channel. */
export interface ChannelHandlers {
  shell(channel: ClientChannel): Promise<void>;
  exec(channel: ClientChannel, command: string): Promise<void>;
  subsystem(channel: ClientChannel, name: string): Promise<void>;
  forward(opening: ChannelOpening, to: { host: string; port: number }): Promise<void>;
  forwardToSocket(opening: ChannelOpening, path: string): Promise<void>;
  /** Whether it may lend this. Asked when it wants to; what it then runs is judged by itself. Never rejects. */
  mayLend(what: Lendable): Promise<boolean>;
  listen(request: ListenRequest): void;
  stopListening(request: ListenRequest): void;
}

interface ConnectionOptions {
  handlers: ChannelHandlers;
  /** Of all connections together that belong to whoever this is. */
  channels?: ChannelLimiter;
  /** Whether a variable may reach the target. */
  takesEnv: (name: string) => boolean;
  /** What a client reads that has too many channels. */
  tooMany: string;
}

const MOST_CHANNELS = 20;
const MOST_VARIABLES = 40;
const USUAL_SIZE: TerminalSize = { cols: 80, rows: 24 };
const LONGEST_VALUE = 4096;
const LONGEST_NAME = 64;
/** Each is passed on to the target, which may not be reading. */
const SIGNALS = { max: 50, periodMs: 10 * SECOND_MS };
const SIGNAL = /^[A-Z][A-Z0-9]{1,15}(?:@[a-z.]{1,32})?$/;
/** Between two changes of a window that is being pulled: the last one counts. */
const RESIZE_MS = 50;
/** RFC 4254, 5.1. */
const PROHIBITED = 1;
const SHORTAGE = 4;

/**
 * Serves the channels of a client that is signed in. ssh2 answers everything else with a refusal. Answers with how many it
 * has open.
 */
export function serveChannels(
  client: Connection,
  { handlers, channels: within, takesEnv, tooMany }: ConnectionOptions,
): () => number {
  const answers = new AnswerOrder(protocolOf(client));
  const channels = new ChannelLimiter(MOST_CHANNELS, within);
  // Each channel listens for the end of it.
  client.setMaxListeners(0);

  client.on('session', (accept, reject) => {
    const leave = channels.take();
    if (leave) {
      serveSession(client, accept(), { handlers, takesEnv, answers, leave });
    } else {
      refuseOpening(client, reject, SHORTAGE, tooMany);
    }
  });

  // It takes a seat before anything is asked or dialled for it.
  const opening = (
    accept: () => ServerChannel | undefined,
    reject: () => void,
    begin: (opening: ChannelOpening) => Promise<void>,
  ) => {
    const leave = channels.take();
    if (!leave) {
      refuseOpening(client, reject, SHORTAGE, tooMany);
      return;
    }
    let stream: ServerChannel | undefined;
    const work = begin({
      accept: () => {
        stream = accept();
        stream?.on('error', () => undefined);
        if (stream) {
          paceChannel(client, stream);
        }
        return stream;
      },
      refuse: (text) => refuseOpening(client, reject, PROHIBITED, text),
    });
    const isOver = work.then(() => stream && closeOf(client, stream));
    runInBackground(isOver.finally(leave), 'a forward of an SSH client');
  };
  client.on('tcpip', (accept, reject, { destIP: host, destPort: port }: TcpipRequestInfo) =>
    opening(accept, reject, (one) => handlers.forward(one, { host, port })),
  );
  client.on('openssh.streamlocal', (accept, reject, { socketPath }) =>
    opening(accept, reject, (one) => handlers.forwardToSocket(one, socketPath)),
  );
  serveRequests(client, handlers);
  return () => channels.taken;
}

function serveRequests(client: Connection, handlers: ChannelHandlers): void {
  const listen = (
    accept: ((port?: number) => void) | undefined,
    reject: (() => void) | undefined,
    name: string,
    info: { bindAddr: string; bindPort: number } | { socketPath: string },
  ) => {
    const request: ListenRequest = {
      at: 'socketPath' in info ? { path: info.socketPath } : { host: info.bindAddr, port: info.bindPort },
      accept: (port) => accept?.(port),
      refuse: () => reject?.(),
    };
    if (name.startsWith('cancel-')) {
      handlers.stopListening(request);
    } else {
      handlers.listen(request);
    }
  };
  client.on('request', listen as never);
}

/** Resolves when the channel is closed, or the client gone. */
function closeOf(client: Connection, stream: ServerChannel): Promise<void> {
  return new Promise((resolve) => {
    const close = () => {
      client.off('close', close);
      resolve();
    };
    if ((stream.incoming as { state: string }).state === 'closed') {
      resolve();
    }
    stream.once('close', close);
    client.once('close', close);
  });
}

interface SessionOptions extends Pick<ConnectionOptions, 'handlers' | 'takesEnv'> {
  answers: AnswerOrder;
  leave: () => void;
}

function serveSession(
  client: Connection,
  session: Session,
  { handlers, takesEnv, answers, leave }: SessionOptions,
): void {
  const env: Record<string, string> = {};
  const requests: ChannelRequests = { env, answered: Promise.resolve() };
  let channel: ClientChannel | undefined;
  const begin = (
    accept: () => ServerChannel | undefined,
    serve: (channel: ClientChannel) => Promise<void>,
  ) => {
    // Now, and not once it is decided: what the client sends meanwhile would be lost.
    const stream = accept();
    // Something runs in it already.
    if (stream) {
      paceChannel(client, stream);
      client.off('close', leave);
      const opened = new ClientChannel(client, session, stream, requests);
      channel = opened;
      const work = serve(opened);
      opened.onClose(() => runInBackground(work.finally(leave), 'a channel of an SSH client'));
    }
  };
  client.once('close', leave);
  session.once('close', () => {
    if (!channel) {
      client.off('close', leave);
      // ssh2 would neither answer nor forget it.
      forgetSession(client, session);
      runInBackground(requests.answered.finally(leave), 'a session of an SSH client in which nothing ran');
    }
  });
  const askToLend = (what: Lendable, wantsAnswer: boolean) => {
    const answer = wantsAnswer ? answers.hold(session) : () => undefined;
    requests.answered = Promise.all([requests.answered, handlers.mayLend(what).then(answer)]);
  };
  session.on('env', (accept, reject, { key, val }) => {
    const isShort = key.length <= LONGEST_NAME && val.length <= LONGEST_VALUE;
    if (isShort && takesEnv(key) && Object.keys(env).length < MOST_VARIABLES) {
      env[key] = val;
      accept?.();
    } else {
      reject?.();
    }
  });
  session.on('pty', (accept, _reject, info) => {
    requests.pty = ptyOf(info as unknown as PtyInfo);
    accept?.();
  });
  const resize = lastOf((size: TerminalSize) => channel?.resize(size));
  session.on('window-change', (_accept, _reject, info) => {
    const size = sizeOf(info);
    if (requests.pty) {
      requests.pty = { ...requests.pty, size };
    }
    resize(size);
  });
  session.on('auth-agent', (accept, reject) => {
    if (channel || requests.wantsAgent) {
      reject?.();
      return;
    }
    requests.wantsAgent = true;
    askToLend('agent', accept !== undefined);
  });
  session.on('x11', (accept, reject, info) => {
    if (channel || requests.x11) {
      reject?.();
      return;
    }
    requests.x11 = screenOf(info as unknown as ScreenInfo);
    askToLend('x11', accept !== undefined);
  });
  const signals = new RateLimit({ ...SIGNALS, clock: STEADY });
  session.on('signal', (_accept, _reject, { name }) => {
    if (SIGNAL.test(name) && signals.take('') === undefined) {
      channel?.signal(name);
    }
  });
  session.on('shell', (accept) => begin(accept, (one) => handlers.shell(one)));
  session.on('exec', (accept, _reject, { command }) => begin(accept, (one) => handlers.exec(one, command)));
  session.on('subsystem', (accept, _reject, { name }) =>
    begin(accept, (one) => handlers.subsystem(one, name)),
  );
  // ssh2 takes a session for over once its input is; signals may still come.
  session.on('eof', () => {
    (session as unknown as { _ending: boolean })._ending = false;
  });
}

const STEADY: Clock = { now: () => performance.now() };

/** Passes on the first at once, and of those that follow closely the last. */
function lastOf<Value>(pass: (value: Value) => void): (value: Value) => void {
  let next: { value: Value } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const go = () => {
    timer = undefined;
    if (next) {
      const { value } = next;
      next = undefined;
      pass(value);
      timer = setTimeout(go, RESIZE_MS);
    }
  };
  return (value) => {
    next = { value };
    if (!timer) {
      go();
    }
  };
}

/** No larger than a target may be asked for, whatever a client says. Zeroes are of one that has no window itself. */
function sizeOf({ cols, rows }: TerminalSize): TerminalSize {
  if (cols === 0 || rows === 0) {
    return USUAL_SIZE;
  }
  return usableSize({ cols: Math.min(cols, MAX_TERMINAL_SIDE), rows: Math.min(rows, MAX_TERMINAL_SIDE) });
}

interface PtyInfo {
  term: string;
  cols: number;
  rows: number;
  modes: Record<string, number | undefined>;
}

function ptyOf({ term, cols, rows, modes }: PtyInfo): PtyRequest {
  const known = Object.entries(modes).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  );
  return { term: term.slice(0, 64), size: sizeOf({ cols, rows }), modes: Object.fromEntries(known) };
}

interface ScreenInfo {
  single: boolean;
  protocol: string;
  cookie: Buffer;
  screen: number;
}

function screenOf({ single, protocol, cookie, screen }: ScreenInfo): ScreenRequest {
  return { single, protocol: protocol.slice(0, 64), cookie: cookie.toString('latin1', 0, 256), screen };
}

/** ssh2 can only say that it could not connect. */
function refuseOpening(client: Connection, reject: () => void, reason: number, text: string): void {
  const protocol = protocolOf(client) as Partial<SshProtocol>;
  const channelOpenFail = protocol.channelOpenFail?.bind(protocol);
  protocol.channelOpenFail = (recipient) => channelOpenFail?.(recipient, reason, text);
  try {
    reject();
  } finally {
    // What it inherits counts again.
    delete protocol.channelOpenFail;
  }
}
