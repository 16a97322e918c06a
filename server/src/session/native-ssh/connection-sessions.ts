import { sayEnd, type SessionEnd } from '@jadegate/contract/session/session-end';
import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import { KeyedQueue } from '../../kernel/keyed-queue.ts';
import type { LiveSessionService } from '../session/live-session.service.ts';
import type { SessionService } from '../session/session.service.ts';
import type { NativeSshHost } from '../terminal-session/native-ssh.interface.ts';
import { Refused, type Reason } from './refused.ts';
import { SessionSeat } from './session-seat.ts';

interface Dependencies {
  sessions: Pick<SessionService, 'create'>;
  live: Pick<LiveSessionService, 'attach' | 'end' | 'find'>;
}

/** What a channel needs of the screen of its session: to itself, beside other commands, or nothing. */
type ScreenNeed = 'shell' | 'commands' | 'nothing';

/** The session that a channel is a part of. */
export interface TakenSession {
  id: string;
  /** Why it let go of its client, once it has. */
  reason: () => Reason | undefined;
}

interface Open {
  id: string;
  assetId: string;
  seat: SessionSeat;
  host: NativeSshHost;
}

/** As wide as most output is made for, where nobody has said. */
const PLAIN_SIZE = { cols: 120, rows: 30 };

/**
 * The sessions of one SSH connection: one for each asset, whose parts its channels are. A shell that begins while another
 * one is shown gets a session of its own, because a screen, those who watch it and its keyboard are one.
 */
export class ConnectionSessions {
  readonly #deps: Dependencies;
  readonly #actor: Actor;
  readonly #turns = new KeyedQueue();
  readonly #open = new Set<Open>();
  readonly #opening = new Set<SessionSeat>();
  #isOver = false;

  constructor(dependencies: Dependencies, actor: Actor) {
    this.#deps = dependencies;
    this.#actor = actor;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Uses the session on an asset, which is opened where there is none. Rejects with a reason where it cannot be. */
  async use<Result>(
    assetId: string,
    { need, size = PLAIN_SIZE }: { need: ScreenNeed; size?: TerminalSize | undefined },
    begin: (host: NativeSshHost, taken: TakenSession) => Promise<Result>,
  ): Promise<Result> {
    // Opened and taken in one turn: two shells that come at once are not to find the same screen free.
    const { begun } = await this.#turns.take(assetId, async () => {
      this.#refuseWhenOver();
      const { host, id, seat } = this.#fitting(assetId, need) ?? (await this.#add(assetId, size));
      return { begun: begin(host, { id, reason: () => seat.reason }) };
    });
    return begun;
  }

  /** Ends those on an asset: its client has left it. */
  async endOn(assetId: string): Promise<void> {
    await this.#end([...this.#open].filter((one) => one.assetId === assetId));
  }

  /** Ends all of them. Where no reason is given, their client has left. */
  async end(why?: SessionEnd): Promise<void> {
    this.#isOver = true;
    this.#opening.forEach((seat) => seat.leave());
    await this.#end([...this.#open], why);
  }

  async #end(open: readonly Open[], why?: SessionEnd): Promise<void> {
    await Promise.all(
      open.map(async (one) => {
        this.#open.delete(one);
        await this.#deps.live.end(one.id, why ?? one.host.leavesAs);
        one.seat.leave();
      }),
    );
  }

  #fitting(assetId: string, need: ScreenNeed): Open | undefined {
    for (const one of this.#open) {
      if (one.seat.reason !== undefined || !this.#deps.live.find(one.id)) {
        // It ended by itself.
        this.#open.delete(one);
      } else if (one.assetId === assetId && fits(one.host.screen, need)) {
        return one;
      }
    }
    return undefined;
  }

  async #add(assetId: string, size: TerminalSize): Promise<Open> {
    const { sessions, live } = this.#deps;
    const { id } = await sessions.create(this.#actor, assetId, { door: 'ssh' });
    const seat = new SessionSeat(size);
    this.#opening.add(seat);
    try {
      await live.attach(this.#actor, id, seat);
    } finally {
      this.#opening.delete(seat);
    }
    const host = await seat.host;
    if (!host) {
      throw new Refused(seat.reason ?? (() => ''));
    }
    const one = { id, assetId, seat, host };
    this.#open.add(one);
    if (this.#isOver) {
      // Its client left meanwhile.
      await this.end();
      this.#refuseWhenOver();
    }
    return one;
  }

  /** Nothing is begun for a client that is being let go of, whatever it still asks for. */
  #refuseWhenOver(): void {
    if (this.#isOver) {
      throw new Refused((language) => sayEnd({ kind: 'login_ended' }, language));
    }
  }
}

function fits(screen: NativeSshHost['screen'], need: ScreenNeed): boolean {
  switch (need) {
    case 'shell':
      return screen === 'free';
    case 'commands':
      return screen !== 'shell';
    case 'nothing':
      return true;
  }
}
