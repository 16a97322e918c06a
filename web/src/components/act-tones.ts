import type { StatusTone } from './StatusTag.tsx';

/** What became of something that was done from here. */
export const ACT_TONES = {
  running: 'processing',
  succeeded: 'success',
  failed: 'error',
  unanswered: 'warning',
  superseded: 'default',
  interrupted: 'warning',
} as const satisfies Record<string, StatusTone>;
