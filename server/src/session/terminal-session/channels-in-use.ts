import type { ChannelRights } from '@jadegate/contract/access/channel-rights';
import type { SessionEnd } from '@jadegate/contract/session/session-end';

type IsAllowed = (channels: ChannelRights) => boolean;

/** What is open in a session of an SSH client, each thing with the switch of the strategy that it goes by. */
export class ChannelsInUse {
  readonly #open = new Set<{ isAllowed: IsAllowed; end: SessionEnd }>();

  /** Answers with what tells that it is over. */
  add(isAllowed: IsAllowed, end: SessionEnd = { kind: 'channel_off' }): () => void {
    const one = { isAllowed, end };
    this.#open.add(one);
    return () => this.#open.delete(one);
  }

  /** How a session ends in which something is open that may not be any more: as the one that says most. */
  endUnder(channels: ChannelRights): SessionEnd | undefined {
    const ends = [...this.#open].filter(({ isAllowed }) => !isAllowed(channels)).map(({ end }) => end);
    return ends.find(({ kind }) => kind !== 'channel_off') ?? ends[0];
  }
}
