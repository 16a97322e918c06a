import type { ChainBegin, ChainEnd } from './chain.ts';

/** When something is signed: by the clock of the session, and by that of the machine. */
export interface ChainTime {
  at: number;
  wall: number;
}

/** So much of a file there is now. */
export interface Grown {
  file: string;
  to: number;
  /** SHA-256 of what follows this byte, where it is known already. */
  hashed?: { from: number; sha256: string };
}

/** What the thread that signs is asked for. */
export type ChainTask =
  | {
      kind: 'open';
      /** Counted up, because a session may be opened again. */
      chain: number;
      folder: string;
      begin: ChainBegin;
      key: { id: string; privateKey: string };
      time: ChainTime;
    }
  | { kind: 'link'; chain: number; grown: Grown[]; time: ChainTime }
  | { kind: 'note'; chain: number; facts: { account: string }; time: ChainTime }
  | { kind: 'end'; chain: number; end: ChainEnd; time: ChainTime }
  | { kind: 'drop'; chain: number };

export interface ChainAnswer {
  links: number;
  hash: string;
}
