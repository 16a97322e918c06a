import type { Duplex } from 'node:stream';

import { mayForwardTo, mayListenOn, type ChannelRights } from '@jadegate/contract/access/channel-rights';
import type { SessionEnd } from '@jadegate/contract/session/session-end';

import { runInBackground } from '../../kernel/defects.ts';
import { forwardOnward } from '../../protocols/dial/onward.ts';
import type { ChannelToClient } from '../../protocols/ssh-server/client-channel.ts';
import { joinStreams, type Joined } from '../../protocols/ssh-server/join-streams.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { HostChannels, type HostOpening, type ListenAt } from '../../protocols/ssh/host-channels.ts';
import type { Lent } from '../../protocols/ssh/process.ts';
import { openSubsystem } from '../../protocols/ssh/subsystem.ts';
import { ChannelsInUse } from './channels-in-use.ts';
import type { ClientCommand, Lending, Listening, WayToClient, WaysOfHost } from './native-ssh.interface.ts';

interface Parts {
  connection: SshConnection;
  /** Bytes went over one of them. */
  onBytes: (way: keyof Joined, count: number) => void;
}

const FORWARD_MS = 20_000;

/** A way to the client that is open to the host, and what has gone over it. */
class OpenWay {
  readonly #way: WayToClient;
  readonly #onBytes: Parts['onBytes'];
  readonly #streams = new Set<() => void>();
  readonly #joined = new Set<Promise<void>>();
  readonly #use = { connections: 0, sent: 0, received: 0 };
  #isOver = false;

  constructor(way: WayToClient, onBytes: Parts['onBytes']) {
    this.#way = way;
    this.#onBytes = onBytes;
  }

  /** Whoever knocks at the host is led to the client. */
  take(opening: HostOpening): void {
    const joined = this.#join(opening).catch(() => opening.refuse());
    this.#joined.add(joined);
    runInBackground(
      joined.finally(() => this.#joined.delete(joined)),
      'a channel from a host to an SSH client',
    );
  }

  /** Takes nothing more, and ends what is on it. */
  end(): void {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#streams.forEach((close) => close());
      runInBackground(this.#tell(), 'the end of a way to an SSH client');
    }
  }

  async #join(opening: HostOpening): Promise<void> {
    const channel = await this.#way.open(opening);
    if (this.#isOver) {
      channel.destroy();
      throw new Error('the way to the client is closed');
    }
    const stream = opening.accept();
    const close = () => stream.destroy();
    this.#streams.add(close);
    this.#use.connections += 1;
    const { sent, received } = await joinStreams(channel, stream, this.#onBytes);
    this.#streams.delete(close);
    this.#use.sent += sent;
    this.#use.received += received;
  }

  async #tell(): Promise<void> {
    await Promise.all(this.#joined);
    await this.#way.onOver(this.#use);
  }
}

/**
 * What leads between the client of a session and its host beside what is shown: forwards both ways, and, as long as
 * something runs for which they were lent, the agent and the screen of the client.
 */
export class HostWays implements WaysOfHost {
  readonly #parts: Parts;
  readonly #channels: HostChannels;
  readonly #inUse = new ChannelsInUse();
  readonly #forwards = new Set<Duplex>();
  readonly #agents = new Set<OpenWay>();
  readonly #screens = new Set<OpenWay>();
  readonly #listeners = new Set<OpenWay>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#channels = new HostChannels(parts.connection, {
      onAgent: (opening) => takeLast(this.#agents, opening),
      onX11: (opening) => takeLast(this.#screens, opening),
    });
  }

  /** How the session ends where something is open that may not be any more. */
  endUnder(channels: ChannelRights): SessionEnd | undefined {
    return this.#inUse.endUnder(channels);
  }

  /** Something runs for the channel from now on; answers with what tells that it is over. */
  enter(channel: ChannelToClient, command: Partial<ClientCommand>, { agent, x11 }: Lending): () => void {
    const { command: line, isListed = false } = command;
    const hasTerminal = channel.requests.pty !== undefined;
    const ends =
      line === undefined
        ? [this.#inUse.add(({ shell, exec }) => shell && (exec || hasTerminal), { kind: 'shell_off' })]
        : [this.#inUse.add((channels) => channels.exec || isListed)];
    if (agent) {
      ends.push(
        this.#inUse.add((channels) => channels.agentForward),
        this.#open(this.#agents, agent),
      );
    }
    if (x11) {
      ends.push(
        this.#inUse.add((channels) => channels.x11),
        this.#open(this.#screens, x11),
      );
    }
    const leave = () => ends.forEach((end) => end());
    // A host that does not answer must not keep what was lent.
    channel.onClose(leave);
    return leave;
  }

  async forward(to: ListenAt): Promise<Duplex> {
    const stream = await forwardOnward(this.#parts.connection, to, AbortSignal.timeout(FORWARD_MS));
    const isOver = this.#inUse.add((channels) =>
      'path' in to ? channels.socketForward : mayForwardTo(channels, to.host, to.port),
    );
    stream.once('close', isOver);
    return this.#keep(stream);
  }

  async openSubsystem(name: string): Promise<Duplex> {
    return this.#keep(await openSubsystem(this.#parts.connection, name));
  }

  async listen(at: ListenAt, way: WayToClient): Promise<Listening> {
    const signal = AbortSignal.timeout(FORWARD_MS);
    const listener = new OpenWay(way, this.#parts.onBytes);
    const chosen = await this.#channels.listen(at, (opening) => listener.take(opening), signal);
    this.#listeners.add(listener);
    const isOver = this.#inUse.add((channels) =>
      'path' in at ? channels.remoteForward : mayListenOn(channels, at.host),
    );
    const stop = () => {
      if (this.#listeners.delete(listener)) {
        isOver();
        this.#channels.stopListening(chosen);
        listener.end();
      }
    };
    return { at: chosen, stop };
  }

  close(): void {
    this.#forwards.forEach((stream) => stream.destroy());
    for (const ways of [this.#agents, this.#screens, this.#listeners]) {
      ways.forEach((way) => way.end());
      ways.clear();
    }
  }

  #keep<Stream extends Duplex>(stream: Stream): Stream {
    this.#forwards.add(stream);
    stream.once('close', () => this.#forwards.delete(stream));
    return stream;
  }

  #open(ways: Set<OpenWay>, lent: WayToClient): () => void {
    const way = new OpenWay(lent, this.#parts.onBytes);
    ways.add(way);
    return () => {
      ways.delete(way);
      way.end();
    };
  }
}

/** What the host is asked to make room for. */
export function lentTo({ requests }: ChannelToClient, { agent, x11 }: Lending): Lent {
  return { agent: agent !== undefined, x11: x11 && requests.x11 };
}

/** A host does not say for what of all that runs there it asks; they lead to the same client. */
function takeLast(ways: ReadonlySet<OpenWay>, opening: HostOpening): void {
  const way = [...ways].at(-1);
  if (way) {
    way.take(opening);
  } else {
    opening.refuse();
  }
}
