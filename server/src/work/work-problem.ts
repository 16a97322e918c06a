import { AppError } from '../kernel/app-error.ts';

/** Why some work failed: a code, not the error, since what a target or a mail server says may repeat what it was sent. */
export function problemOf(error: unknown): string {
  if (error === undefined) {
    return '';
  }
  if (error instanceof AppError) {
    return error.code;
  }
  return error instanceof Error ? error.name : 'unknown';
}
