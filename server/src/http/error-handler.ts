import { TICKET_QUERY, TOKEN_HEADER, type FailureEnvelope } from '@jadegate/contract/envelope';
import { errorRow, type FieldError } from '@jadegate/contract/error';
import { translate } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { SSH_CONFIG_TOKEN } from '@jadegate/contract/session/ssh-client';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '../kernel/app-error.ts';
import type { Logger } from '../kernel/logger.ts';
import { callerOf } from './auth.ts';

/** Tells an outage of the database from a fault of ours. */
type OutageOf = (error: unknown) => AppError | undefined;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by programs that know HTTP and nothing of envelopes. */
    isPlainHttp?: boolean;
    /** Answers a file, which a browser may be led to by its address. */
    isFile?: boolean;
  }
}

/**
 * The one place where a failure becomes an answer and a log line. HTTP 200, and the envelope carries the code, but for
 * those who look at the status alone.
 */
export function handleErrors(app: FastifyInstance, logger: Logger, outageOf: OutageOf): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown, outageOf, request);
    log(logger, error, request);
    return sendFailure(request, reply, error);
  });
}

/** The same for a socket, which has no answer but a sentence. */
export function describeFailure(
  request: FastifyRequest,
  thrown: unknown,
  logger: Logger,
  outageOf: OutageOf,
): string {
  const error = toAppError(thrown, outageOf, request);
  log(logger, error, request);
  return sentence(request, error);
}

function sentence(request: FastifyRequest, error: AppError): string {
  const { language, requestId } = callerOf(request);
  return translate(
    ERROR_WORDS[error.code],
    language,
    error.code === 'internal' ? { requestId } : error.params,
  );
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: AppError) {
  const row = errorRow(error.code);
  request.answeredCode = row.code;
  const requestId = request.id;
  const params = error.code === 'internal' ? { requestId } : error.params;
  const message = sentence(request, error);
  const fields = [...error.fieldErrors, ...error.fields.map((path) => ({ path, rule: error.code, message }))];
  const envelope: FailureEnvelope = {
    code: row.code,
    message,
    error: error.code,
    ...(Object.keys(params).length > 0 && { params }),
    ...(fields.length > 0 && { fields: fields satisfies FieldError[] }),
    requestId,
  };
  return reply
    .status(looksAtStatus(request) ? statusOf(error) : 200)
    .type('application/json; charset=utf-8')
    .send(envelope);
}

/**
 * A browser that follows a link to a file, with the login in the address, keeps whatever comes with 200: the refusal of a
 * backup would lie among the backups.
 */
function looksAtStatus({ method, query, routeOptions: { url, config } }: FastifyRequest): boolean {
  const isByLink = [TICKET_QUERY, TOKEN_HEADER, SSH_CONFIG_TOKEN].some((name) =>
    Object.hasOwn(Object(query), name),
  );
  // Where the family has a file and there is none here, no route was matched.
  const isForFile = method === 'GET' && (config.isFile === true || url === undefined);
  return config.isPlainHttp === true || (isByLink && isForFile);
}

function statusOf({ code, fault }: AppError): number {
  const row = errorRow(code);
  if (row.code >= 400) {
    return row.code;
  }
  return { caller: 400, ours: 500, world: 503 }[fault];
}

function toAppError(thrown: unknown, outageOf: OutageOf, request: FastifyRequest): AppError {
  if (thrown instanceof AppError) {
    return thrown;
  }
  return (
    outageOf(thrown) ??
    frameworkError(thrown as FastifyError, request) ??
    new AppError('internal', { cause: thrown })
  );
}

function frameworkError(error: FastifyError, { routeOptions }: FastifyRequest): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body.too_large', {
        params: { limit: `${(routeOptions.bodyLimit ?? LIMITS.publicBodyBytes) / 1024} KiB` },
        cause: error,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('body.unsupported_type', { cause: error });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('body.not_json', { cause: error });
    case 'FST_ERR_BAD_URL':
      return new AppError('url.malformed', { cause: error });
    default:
      return undefined;
  }
}

function log(logger: Logger, error: AppError, request: FastifyRequest): void {
  const { fault } = error;
  const line = {
    requestId: request.id,
    error: error.code,
    ...(fault !== 'caller' && { err: error.cause ?? error }),
  };
  if (fault === 'ours') {
    logger.error(line, 'a request failed');
  } else if (fault === 'world') {
    logger.warn(line, 'a request could not be served');
  }
}
