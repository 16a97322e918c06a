import { createHash } from 'node:crypto';

import type { AlertRecord } from './alert.repository.ts';

/** Long enough that two alerts do not meet. */
const DIGITS = 22;

/** Whoever put it away hears of it again when it begins anew, happens once more or gets worse. */
export function noticeId({ kind, subject, owner, occasion, level, since }: AlertRecord): string {
  const time = occasion || String(since);
  const sum = createHash('sha256').update(JSON.stringify([subject, owner, time, level]));
  return `${kind}-${sum.digest('base64url').slice(0, DIGITS)}`;
}

/** The page of the console that shows what it is about. */
export function pageOf({ kind, subject }: Pick<AlertRecord, 'kind' | 'subject'>): string {
  // Several things can be the matter with one host: its id comes last.
  const id = subject.split(' ').at(-1) ?? '';
  switch (kind) {
    case 'job-failed':
    case 'job-paused':
    case 'backup-late':
      return '/job';
    case 'node':
      return subject === 'others' ? '/node' : `/node/${id}`;
    case 'gpu':
      return `/node/${id}?activeKey=gpus`;
    case 'events':
      return '/event-destination';
    case 'passkey':
      return '/user';
    case 'evidence':
      return '/evidence';
    case 'identity-source':
      return '/identity-source';
    case 'disk':
    case 'guacd':
    case 'database':
    case 'storage':
    case 'backlog':
    case 'certificate':
      return '/monitoring';
  }
}
