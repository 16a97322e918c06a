import type { SessionEnd } from '@jadegate/contract/session/session-end';

/** Another server of the installation. */
export interface Peer {
  processId: string;
  url: string;
}

/**
 * What became of asking. `gone`: nobody is there any more, or another process in its place. `silent`: nobody knows, it may
 * well live.
 */
export type LeaseAnswer = 'held' | 'lost' | 'gone' | 'silent';
export type OrderAnswer = 'taken' | 'gone' | 'silent';

/** What servers say to each other by themselves, past the database: for nobody, and within seconds. */
export interface PeerLink {
  /** Whether it has a lease, as far as it knows. */
  lease(peer: Peer): Promise<LeaseAnswer>;
  /** Has it end a session. Taken: it is ending it, or does not hold it. */
  end(peer: Peer, sessionId: string, end: SessionEnd): Promise<OrderAnswer>;
}
