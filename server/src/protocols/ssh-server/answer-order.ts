import type { Session } from 'ssh2';

import { recipientOf, type SshProtocol } from '../ssh2-internals.ts';

type Answer = 'channelSuccess' | 'channelFailure';

interface Waiting {
  send: (() => void) | undefined;
}

/**
 * Answers to the requests of a channel carry no number: while one is being decided, those behind it wait, whoever gives
 * them.
 */
export class AnswerOrder {
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #send: Record<Answer, (channel: number) => void>;

  constructor(protocol: SshProtocol) {
    this.#send = {
      channelSuccess: protocol.channelSuccess.bind(protocol),
      channelFailure: protocol.channelFailure.bind(protocol),
    };
    for (const answer of ['channelSuccess', 'channelFailure'] as const) {
      protocol[answer] = (channel) => this.#answer(channel, answer);
    }
  }

  /** The answer to the request that is being read comes later: by what is returned, once. */
  hold(session: Session): (isGiven: boolean) => void {
    const channel = recipientOf(session);
    const line = this.#waiting.get(channel) ?? [];
    const place: Waiting = { send: undefined };
    line.push(place);
    this.#waiting.set(channel, line);
    // Its client may use the number for another one.
    session.once('close', () => this.#waiting.get(channel) === line && this.#waiting.delete(channel));
    return (isGiven) => {
      place.send = () => this.#send[isGiven ? 'channelSuccess' : 'channelFailure'](channel);
      this.#flush(channel, line);
    };
  }

  #answer(channel: number, answer: Answer): void {
    const line = this.#waiting.get(channel);
    if (line) {
      line.push({ send: () => this.#send[answer](channel) });
    } else {
      this.#send[answer](channel);
    }
  }

  #flush(channel: number, line: Waiting[]): void {
    if (this.#waiting.get(channel) !== line) {
      return;
    }
    while (line[0]?.send) {
      line.shift()?.send?.();
    }
    if (line.length === 0) {
      this.#waiting.delete(channel);
    }
  }
}
