import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { DROPPED, type Notice } from '@jadegate/contract/session/session-notice';
import { SESSION_NOTICE_WORDS } from '@jadegate/contract/words/session-notices';
import Guacamole, { type Client } from 'guacamole-common-js';

import type { Box } from '../../../components/desktop/desktop-picture.ts';
import { SocketTunnel } from '../../../components/desktop/socket-tunnel.ts';
import { SessionLine } from '../session-frame/session-line.ts';
import type { SessionState } from '../session-frame/session-state.ts';
import { readText, sendText } from './text-stream.ts';

interface DesktopLinkEvents {
  /** There is a first picture: what was drawn over an earlier socket is out of date. */
  onClient: (client: Client) => void;
  onState: (state: SessionState) => void;
  onNotice: (notice: Notice) => void;
  /** Something was copied on the desktop. */
  onClipboard: (text: string) => void;
  /** The desktop asks for these before it lets anybody in; none: it no longer does. */
  onRequired: (names: readonly string[]) => void;
}

interface DesktopLinkOptions {
  /** Opens a socket to the session, with a fresh ticket. Rejects when the person may not. */
  open: (size: Box) => Promise<WebSocket>;
  size: Box;
  events: DesktopLinkEvents;
  /** Tells the desktop another size when nothing that is being typed gets lost by it. */
  whenQuiet: (tell: () => void) => void;
  now?: () => number;
  /** A client draws on canvases, which not every place has. */
  makeClient?: (tunnel: SocketTunnel) => Client;
}

const RESIZE_MS = 500;

/** One desktop's way to the server. Each socket has a client of its own, which gets the whole picture first. */
export class DesktopLink {
  readonly #options: DesktopLinkOptions;
  readonly #line: SessionLine;
  #size: Box;
  #client: Client | undefined;
  #tunnel: SocketTunnel | undefined;
  #resizing: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DesktopLinkOptions) {
    this.#options = options;
    this.#size = options.size;
    this.#line = new SessionLine({
      open: () => options.open(this.#size),
      onSocket: (socket) => this.#follow(socket),
      onCut: () => this.#letGo(),
      ping: () => this.#line.openSocket?.send(encodeInstruction('', 'ping', Date.now())),
      onState: options.events.onState,
      now: options.now,
    });
  }

  /** While there is a socket. */
  get client(): Client | undefined {
    return this.#client;
  }

  start(): void {
    this.#line.start();
  }

  retryNow(): void {
    this.#line.retryNow();
  }

  /** The person is done: the session ends, and the server says so. */
  end(): void {
    this.#line.end(() => this.#tunnel?.sendMessage('disconnect'));
  }

  /** The page goes away: the session stays for whoever comes back. */
  leave(): void {
    clearTimeout(this.#resizing);
    this.#letGo();
    this.#line.leave();
  }

  /** While somebody drags an edge there are many sizes, and only the last one matters. */
  resize(size: Box): void {
    if (size.width === this.#size.width && size.height === this.#size.height) {
      return;
    }
    this.#size = size;
    clearTimeout(this.#resizing);
    const tell = () => this.#client?.sendSize(size.width, size.height);
    this.#resizing = setTimeout(() => this.#options.whenQuiet(tell), RESIZE_MS);
  }

  /** Answers whether there is somebody to hear it. */
  sendClipboard(text: string): boolean {
    if (!this.#client || !this.#line.openSocket) {
      return false;
    }
    sendText(this.#client.createClipboardStream('text/plain'), text);
    return true;
  }

  /** What the desktop asked for. */
  answer(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) {
      if (this.#client) {
        sendText(this.#client.createArgumentValueStream('text/plain', name), value);
      }
    }
    this.#options.events.onRequired([]);
    this.#options.events.onState({ name: 'connecting' });
  }

  #follow(socket: WebSocket): void {
    const { events, makeClient = (tunnel) => new Guacamole.Client(tunnel) } = this.#options;
    const tunnel = new SocketTunnel(socket, {
      onNotice: (notice) => this.#onNotice(notice),
      onEnd: ({ reason }) => this.#onEnd(reason),
    });
    const client = makeClient(tunnel);
    this.#tunnel = tunnel;
    this.#client = client;
    client.onstatechange = (state) => {
      if (state === Guacamole.Client.State.CONNECTED) {
        events.onClient(client);
        events.onRequired([]);
        this.#line.reach();
      }
    };
    client.onclipboard = (stream, mimetype) => {
      if (mimetype.startsWith('text/')) {
        readText(stream, events.onClipboard);
      }
    };
    client.onrequired = (names) => {
      events.onRequired(names);
      events.onState({ name: 'asking' });
    };
    client.connect();
  }

  #letGo(): void {
    const client = this.#client;
    this.#tunnel?.disconnect();
    this.#tunnel = undefined;
    this.#client = undefined;
    this.#options.events.onRequired([]);
    // The tunnel is closed: this ends its timers, and says nothing to the server.
    client?.disconnect();
  }

  #onNotice(notice: Notice): void {
    if (notice.kind === 'advice') {
      this.#line.advise(notice.text);
    } else if (notice.kind === 'step') {
      this.#options.events.onState({ name: 'connecting', step: notice.text });
    } else {
      this.#options.events.onNotice(notice);
    }
  }

  #onEnd(reason: string): void {
    const isTaken = Object.values<string>(SESSION_NOTICE_WORDS.taken_over).includes(reason);
    this.#letGo();
    this.#line.finish(isTaken ? DROPPED.takenOver : reason);
  }
}
