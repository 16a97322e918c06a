import { errorRow, type ErrorCode, type FieldError } from '@jadegate/contract/error';
import type { SentenceParams } from '@jadegate/contract/language';

interface AppErrorOptions {
  params?: SentenceParams;
  /** Names of the form fields this error belongs to; the handler gives them the error's own sentence. */
  fields?: readonly string[];
  /** Field errors that already have their sentences. */
  fieldErrors?: readonly FieldError[];
  cause?: unknown;
}

/** The only error that reaches a person as a sentence. Everything else becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: SentenceParams;
  readonly fields: readonly string[];
  readonly fieldErrors: readonly FieldError[];

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.fields = options.fields ?? [];
    this.fieldErrors = options.fieldErrors ?? [];
  }

  get fault() {
    return errorRow(this.code).fault;
  }
}
