import { createHash, randomBytes, randomUUID } from 'node:crypto';

/**
 * UUIDv7 (RFC 9562): ids made later sort later, so indexes grow at their end. Its random part is that of a UUIDv4, for
 * which Node keeps random bytes in store: asking the system for each id takes ten times as long.
 */
export function newId(nowMs = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A bearer value of 256 random bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
