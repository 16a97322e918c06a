/**
 * Why an identity source did not answer who somebody is: it is away, what it answers does not hold, or it says no. The
 * reason is a word or a fixed sentence: never what it sent, which may hold a secret.
 */
export class SourceFailure extends Error {
  readonly kind: 'unreachable' | 'untrusted' | 'denied';
  readonly reason: string;

  constructor(kind: SourceFailure['kind'], reason: string, options?: ErrorOptions) {
    super(`${kind}: ${reason}`, options);
    this.kind = kind;
    this.reason = reason;
  }
}
