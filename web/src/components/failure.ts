import type { ErrorCode, FieldError } from '@jadegate/contract/error';

/** What the parts need of a failed call. Read by shape, because parts do not know the API layer. */
export interface Failure {
  message: string;
  code?: number;
  fields: FieldError[];
  requestId?: string;
}

interface FailureLike {
  message: string;
  code?: unknown;
  fields?: unknown;
  requestId?: unknown;
}

function isFieldError(value: unknown): value is FieldError {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

export function readFailure(error: unknown): Failure {
  if (!(error instanceof Error)) {
    return { message: String(error), fields: [] };
  }
  const { message, code, fields, requestId }: FailureLike = error;
  return {
    message,
    code: typeof code === 'number' ? code : undefined,
    fields: Array.isArray(fields) ? fields.filter(isFieldError) : [],
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

/** Whether it is this failure of the server's list. */
export function isFailure(error: unknown, name: ErrorCode): boolean {
  return error instanceof Error && 'error' in error && error.error === name;
}

export function isDenied(error: unknown): boolean {
  return readFailure(error).code === 403;
}

export function isMissing(error: unknown): boolean {
  return readFailure(error).code === 404;
}
