import { createHash } from 'node:crypto';

/** The SHA-256 of what goes over one open file. */
export interface FileSum {
  /** The bytes may change afterwards. */
  add(bytes: Uint8Array): void;
  /** Empty where it got lost. Nothing is added after it. */
  end(): Promise<string>;
  /** Nobody wants it. */
  drop(): void;
}

/** Makes the sums of one client's files. Whoever adds waits while it is behind. */
export interface Summing {
  begin(): FileSum;
  readonly isBehind: boolean;
  onCaughtUp(listener: () => void): void;
}

/** Sums made where the bytes go over: of little, and where nobody else waits for the processor. */
export const SUMMING_HERE: Summing = {
  begin: () => {
    const hash = createHash('sha256');
    return {
      add: (bytes) => {
        hash.update(bytes);
      },
      end: async () => hash.digest('hex'),
      drop: () => undefined,
    };
  },
  isBehind: false,
  onCaughtUp: () => undefined,
};
