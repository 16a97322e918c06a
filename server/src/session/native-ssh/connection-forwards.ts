import type { ChannelOpening, ListenRequest } from '../../protocols/ssh-server/client-connection.ts';
import { joinStreams } from '../../protocols/ssh-server/join-streams.ts';
import type { ToClient } from '../../protocols/ssh-server/to-client.ts';
import { ForwardError } from '../../protocols/ssh/forward.ts';
import type { ListenAt } from '../../protocols/ssh/host-channels.ts';
import type { WayToClient, WayUse } from '../terminal-session/native-ssh.interface.ts';
import type { Decided } from './asset-resolver.ts';
import { demandListen } from './channel-rights.ts';
import type { ConnectionSessions, TakenSession } from './connection-sessions.ts';
import { inPlainEnglish, refused, type Reason } from './refused.ts';

/** Where a way between a client and an asset belongs. */
interface Place {
  asset: Decided['asset'];
  sessionId: string;
}

/** The asset listens there. */
export type ListeningPlace = Place & { listen: string };

/** A way that is over, for the audit log. */
export type Forwarded = Place &
  (
    | { way: 'local' | 'socket'; to: string; sent: number; received: number }
    | ({ way: 'remote'; listen: string } & WayUse)
    | ({ way: 'agent' | 'x11' } & WayUse)
  );

interface Parts {
  sessions: ConnectionSessions;
  toClient: ToClient;
  /** Channels that the client has open. */
  countChannels: () => number;
  noteForward: (forward: Forwarded) => Promise<void>;
  noteListening: (where: ListeningPlace) => Promise<void>;
}

const MOST_LISTENERS = 20;
/** What fits into the address of a socket. */
const LONGEST_PATH = 107;
const HIGHEST_PORT = 65_535;

/** What a client has forwarded, in both directions. Whether it may was looked at by whoever calls. */
export class ConnectionForwards {
  readonly #parts: Parts;
  /** What ends each, by the place that the client knows. */
  readonly #listeners = new Map<string, () => void>();
  /** Those that the host is asked for, too. */
  #listenerCount = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** From the client on to the asset, or to what it can reach. */
  async lead(opening: ChannelOpening, asset: Decided['asset'], to: ListenAt): Promise<void> {
    const { sessions, noteForward } = this.#parts;
    await sessions.use(asset.id, { need: 'nothing' }, async (host, { id: sessionId }) => {
      const stream = await host.ways.forward(to);
      const channel = opening.accept();
      if (!channel) {
        stream.destroy();
        return;
      }
      const joined = await joinStreams(channel, stream, (way, count) => host.carried(way, count));
      await noteForward({ asset, sessionId, way: 'path' in to ? 'socket' : 'local', to: say(to), ...joined });
    });
  }

  /** The asset listens for the client from now on. Rejects with a reason. */
  async listen({ at, accept }: ListenRequest, { asset, decision }: Decided): Promise<void> {
    const { sessions } = this.#parts;
    demandListen(decision, at);
    if (!isPlace(at)) {
      throw refused('listen_refused', { at: say(at).slice(0, LONGEST_PATH) });
    }
    if (this.#listenerCount === MOST_LISTENERS) {
      throw refused('too_many_listeners');
    }
    this.#listenerCount += 1;
    let isOpen = false;
    try {
      await sessions.use(asset.id, { need: 'nothing' }, async (host, taken) => {
        const { way, begin } = this.#listener(asset, taken);
        const { at: chosen, stop } = await host.ways.listen(at, way);
        isOpen = true;
        begin(chosen, stop);
        await this.#noteListening({ asset, sessionId: taken.id }, chosen);
        accept('port' in chosen ? chosen.port : undefined);
      });
    } catch (error) {
      this.#listenerCount -= isOpen ? 0 : 1;
      throw error instanceof ForwardError ? refused('listen_refused', { at: say(at) }) : error;
    }
  }

  /** Answers whether there was one. */
  stopListening(at: ListenAt): boolean {
    const stop = this.#listeners.get(say(at));
    this.#listeners.delete(say(at));
    stop?.();
    return stop !== undefined;
  }

  /** The agent or the screen of the client, for something that it runs. */
  lend(way: 'agent' | 'x11', place: Place): WayToClient {
    const { toClient, noteForward } = this.#parts;
    return {
      open: ({ from }) => (way === 'agent' ? toClient.openAgent() : toClient.openX11(from)),
      onOver: async (use) => {
        if (use.connections > 0) {
          await noteForward({ ...place, way, ...use });
        }
      },
    };
  }

  /** What cannot be written down is not done. */
  async #noteListening(place: Place, at: ListenAt): Promise<void> {
    try {
      await this.#parts.noteListening({ ...place, listen: say(at) });
    } catch (error) {
      this.stopListening(at);
      throw error;
    }
  }

  #listener(asset: Decided['asset'], { id: sessionId, reason }: TakenSession) {
    const { toClient, noteForward } = this.#parts;
    let listen = '';
    const way: WayToClient = {
      open: ({ from, at }) => toClient.openForwarded(at ?? { path: listen }, from),
      onOver: async (use) => {
        this.#listenerCount -= 1;
        // Taken away from the client, which cannot ask for it again.
        const isLost = this.#listeners.delete(listen);
        await noteForward({ asset, sessionId, way: 'remote', listen, ...use });
        if (isLost) {
          this.#leave(reason() ?? (() => ''));
        }
      },
    };
    const begin = (at: ListenAt, stop: () => void) => {
      listen = say(at);
      this.#listeners.set(listen, stop);
    };
    return { way, begin };
  }

  /** SSH has no words for the end of a listener: whoever has nothing else reads it as the end of the connection. */
  #leave(reason: Reason): void {
    const { toClient, countChannels } = this.#parts;
    if (countChannels() === 0) {
      toClient.disconnect(inPlainEnglish(reason));
    } else {
      toClient.tell(inPlainEnglish(reason));
    }
  }
}

function say(at: ListenAt): string {
  return 'path' in at ? at.path : `${at.host}:${at.port}`;
}

function isPlace(at: ListenAt): boolean {
  return 'path' in at
    ? at.path !== '' && Buffer.byteLength(at.path) <= LONGEST_PATH
    : at.port <= HIGHEST_PORT;
}
