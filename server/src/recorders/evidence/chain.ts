import type { Clock } from '../../kernel/clock.ts';

/** How a recording came to its end. One that broke off has none. */
export type ChainEnd = 'closed' | 'full';

/** What is signed before anything is recorded: who is where, and with what. */
export interface ChainBegin {
  session: string;
  kind: 'terminal' | 'desktop';
  protocol: string;
  door: string;
  user: { id: string; name: string };
  asset: { id: string; name: string; address: string };
  /** Empty for what is no console of a virtual machine. */
  vm: string;
  account: string;
  /** The address of the person. */
  client: string;
  /** The machine that records it. */
  server: string;
}

/** How far a chain has come. */
export interface ChainHead {
  /** The fingerprint of the key that signs. */
  key: string;
  /** Lines, the first included. */
  links: number;
  /** SHA-256 of what was signed last. */
  hash: string;
}

/** What is written down of a recording while it is made, so that others can tell later whether it is as it was. */
export interface RecordingChain {
  readonly head: ChainHead;
  /** So many bytes of a file are written. They are signed within ten seconds. */
  grew(file: string, bytes: number): void;
  /** The same of a file that is complete. Resolves when all of it is signed: only now may its form be changed. */
  finished(file: string, bytes: number): Promise<void>;
  /** What is known only now. */
  note(facts: { account: string }): void;
  /** Signs what is left, and that this was all. */
  close(end: ChainEnd): Promise<void>;
  /** Signs nothing more: whoever looks sees that it broke off. */
  drop(): void;
}

export interface ChainOptions {
  folder: string;
  begin: ChainBegin;
  /** The time in the session, and that of the product, which somebody may set. */
  clock: Clock;
  wall: Clock;
  /** It could not be signed or written. Called once; nothing more is signed. */
  onFailure: (error: unknown) => void;
}
