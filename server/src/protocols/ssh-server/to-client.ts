import type { Connection, ServerChannel } from 'ssh2';

import type { ListenAt, Origin } from '../ssh/host-channels.ts';
import { protocolOf, sendPayload } from '../ssh2-internals.ts';
import { hangUp } from './bound-client.ts';
import { paceChannel } from './paced-channel.ts';
import { wireString } from './wire.ts';

/** A channel to a client, as ssh2 has it. */
export type { ServerChannel } from 'ssh2';

/** Open at the same time: what knocks at a host must not fill the client. */
const MOST_CHANNELS = 20;
/** As ssh2 has them for its own channels. */
const WINDOW_BYTES = 2 * 1024 * 1024;
const PACKET_BYTES = 32 * 1024;
/** RFC 4253, section 11.3. */
const DEBUG = 4;

type OnOpened = (error: Error | undefined, channel?: ServerChannel) => void;

/** What the manager of channels calls back, and finds the kind of the channel at. */
type AwaitedChannel = OnOpened & { type: string };

interface ChannelManager {
  add(opening: AwaitedChannel): number;
}

/**
 * What we begin at a client by ourselves. It refuses channels that it has not asked for; each rejects when it does, or
 * leaves. Whoever opens one closes it.
 */
export class ToClient {
  readonly #client: Connection;
  #open = 0;
  #isGone = false;

  constructor(client: Connection) {
    this.#client = client;
    client.once('close', () => (this.#isGone = true));
  }

  /** To its agent. */
  openAgent(): Promise<ServerChannel> {
    return this.#opened((onOpened) => {
      // ssh2 has the message, and no way to it.
      const opening = Object.assign(onOpened, { type: 'auth-agent@openssh.com' });
      const { _chanMgr: channels } = this.#client as unknown as { _chanMgr: ChannelManager };
      const id = channels.add(opening);
      if (id < 0) {
        onOpened(new Error('ssh: the client has no more channels'));
        return;
      }
      protocolOf(this.#client).openssh_authAgent(id, WINDOW_BYTES, PACKET_BYTES);
    });
  }

  /** To its screen. */
  openX11({ address, port }: Origin): Promise<ServerChannel> {
    return this.#opened((onOpened) => this.#client.x11(address, port, onOpened));
  }

  /** To where it wants what came to the place where the host listens for it. */
  openForwarded(at: ListenAt, from: Origin): Promise<ServerChannel> {
    return this.#opened((onOpened) => {
      if ('path' in at) {
        this.#client.openssh_forwardOutStreamLocal(at.path, onOpened);
      } else {
        this.#client.forwardOut(at.host, at.port, from.address, from.port, onOpened);
      }
    });
  }

  /** Something that SSH has no other words for: clients show it where they are asked to be talkative. */
  tell(text: string): void {
    if (!this.#isGone) {
      const isForPeople = 1;
      const message = [Buffer.from([DEBUG, isForPeople]), wireString(text), wireString('')];
      sendPayload(protocolOf(this.#client), Buffer.concat(message));
    }
  }

  /** Ends the connection; the client shows why. */
  disconnect(reason: string): void {
    if (!this.#isGone) {
      hangUp(this.#client, reason);
    }
  }

  #opened(ask: (onOpened: OnOpened) => void): Promise<ServerChannel> {
    if (this.#isGone || this.#open >= MOST_CHANNELS) {
      return Promise.reject(new Error('ssh: the client takes no more channels'));
    }
    this.#open += 1;
    return new Promise((resolve, reject) =>
      ask((error, channel) => {
        if (channel) {
          channel.on('error', () => undefined);
          paceChannel(this.#client, channel);
          channel.once('close', () => (this.#open -= 1));
          resolve(channel);
        } else {
          this.#open -= 1;
          reject(error ?? new Error('ssh: the client opened no channel'));
        }
      }),
    );
  }
}
