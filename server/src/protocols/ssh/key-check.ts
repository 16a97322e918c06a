import { readHostKey, type HostKey, type HostKeyPolicy } from './host-key.ts';
import { SshError } from './ssh-error.ts';

/** What one connection thinks of the key its host shows, at first and again whenever the keys are renewed. */
export class KeyCheck {
  readonly #policy: HostKeyPolicy;
  readonly #legacy: boolean;
  #accepted: string | undefined;
  #problem: SshError | undefined;
  #isNew = false;
  offered: HostKey | undefined;

  constructor(policy: HostKeyPolicy, legacy = false) {
    this.#policy = policy;
    this.#legacy = legacy;
  }

  get pinned(): readonly HostKey[] {
    return this.#policy.pinned;
  }

  /** Answers later, so that a policy may ask the database. */
  verify(blob: Buffer, answer: (isGood: boolean) => void): void {
    this.#judge(blob).then(answer, (error: unknown) => {
      this.#problem = new SshError('handshake', { cause: error });
      answer(false);
    });
  }

  async #judge(blob: Buffer): Promise<boolean> {
    const key = readHostKey(blob, { legacy: this.#legacy });
    if (!key) {
      this.#problem = new SshError('handshake', {
        cause: new Error('the host key is unreadable or too weak'),
      });
      return false;
    }
    if (this.#accepted === key.publicKey) {
      return true;
    }
    this.offered = key;
    const verdict = await this.#policy.decide(key);
    this.#isNew = verdict === 'unknown';
    if (verdict === 'changed' || (this.#isNew && !this.#policy.learn)) {
      const kind = verdict === 'changed' ? 'host_key_changed' : 'host_key_unknown';
      this.#problem = new SshError(kind, { offered: key, expected: this.pinned });
      return false;
    }
    this.#accepted = key.publicKey;
    return true;
  }

  /** To be called once the host has proved that it holds the key; before that it could have shown anybody's. */
  async learn(): Promise<void> {
    if (this.#isNew && this.offered) {
      this.#isNew = false;
      await this.#policy.learn?.(this.offered);
    }
  }

  /** Why the key was refused, if it was. */
  refusal(): SshError | undefined {
    return this.#problem;
  }
}
