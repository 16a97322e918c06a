import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { takesBody } from '@jadegate/contract/endpoint';
import { SUCCESS } from '@jadegate/contract/envelope';
import { LIMITS } from '@jadegate/contract/limits';
import { check, sayFault } from '@jadegate/contract/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Actor } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';
import { HeldByOtherServer } from '../kernel/held-by-other-server.ts';
import type { ServerAnswer } from '../kernel/other-servers.ts';
import type { PersonRateLimit } from '../kernel/person-rate-limit.ts';
import type { AnyHandle, Download } from './api.ts';
import { callerOf } from './auth.ts';
import { isLong, listShapeOf, longAnswer, type ListShape } from './long-answer.ts';
import type { Site } from './site.ts';
import { readIncoming, readUpload } from './upload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was let in; undefined on public endpoints. */
    actor: Actor | undefined;
    /** The envelope's code, for the log line and the metrics. */
    answeredCode: number | undefined;
  }
}

export interface RouteGuard {
  /**
   * Throws unless the caller may use the endpoint. What another server must answer is led there, and the reply is taken
   * from Fastify then.
   */
  admit: (request: FastifyRequest, reply: FastifyReply, endpoint: AnyEndpoint) => Promise<Actor>;
  personLimits: PersonRateLimit;
  /** Has the server that holds a session answer; false where that cannot be. */
  leadOn: (request: FastifyRequest, reply: FastifyReply, sessionId: string) => Promise<boolean>;
  /** What the other servers answer to the same call: those with the data directories that are wanted, or all. */
  askOthers: (request: FastifyRequest, isWanted?: (disk: string) => boolean) => Promise<ServerAnswer[]>;
  site: Site;
}

const NO_FILE = Buffer.alloc(0);

/** Turns a declared endpoint into a route: limit, admit, validate, handle, and let only declared fields out. */
export function addRoute(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  handle: AnyHandle,
  { admit, personLimits, leadOn, askOthers, site }: RouteGuard,
): void {
  const list = listShapeOf(endpoint.response);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.access === 'public' ? LIMITS.publicBodyBytes : LIMITS.bodyBytes,
    config: {
      ...(endpoint.form && { takesForm: true }),
      ...(endpoint.download && { isFile: true }),
      ...(endpoint.plainHttp && { isPlainHttp: true }),
      ...((endpoint.held || endpoint.gathered || endpoint.asksOthers) && { takesPasses: true }),
      ...(endpoint.streams && { takesStream: true }),
      ...(endpoint.perMinute && { rateLimit: { max: endpoint.perMinute, timeWindow: '1 minute' } }),
    },
    // After the rate limit and before the body is read: a stranger's body is never parsed.
    preParsing: async (request, reply) => {
      request.actor = endpoint.access === 'public' ? undefined : await admit(request, reply, endpoint);
      // What was led to another server is counted there.
      if (request.actor && endpoint.perPerson !== undefined && !reply.sent) {
        personLimits.take(request.actor.userId, `${endpoint.method} ${endpoint.path}`, endpoint.perPerson);
      }
    },
    handler: async (request, reply) => {
      const { file, body } = endpoint.upload
        ? await readUpload(request, endpoint.upload.maxBytes)
        : { file: NO_FILE, body: request.body };
      const input = {
        params: accept(endpoint.params, request.params, request),
        query: accept(endpoint.query, request.query, request),
        body: takesBody(endpoint) ? accept(endpoint.body, body ?? {}, request) : undefined,
        file,
        incoming: () => readIncoming(request),
        headers: request.headers,
        left: () => untilClosed(reply.raw),
        others: {
          isAsking: request.vouched !== undefined,
          ask: async (isWanted: (disk: string) => boolean) =>
            (await askOthers(request, isWanted)).map(({ name, answer }) => ({
              name,
              answer: understood(endpoint, answer),
            })),
        },
        refuseForeignPage: () => site.refuseForeign(request),
      };
      const caller = callerOf(request);
      // `Api.on` and `Api.onPublic` see to it that a handler that uses its actor has one.
      try {
        const own = await handle({ ...input, caller, actor: request.actor as Actor });
        const answer = endpoint.gathered
          ? endpoint.gathered([own, ...(await gathered(request, endpoint, askOthers))])
          : own;
        return endpoint.download
          ? sendFile(request, reply, answer as Download)
          : await sendEnvelope(request, reply, { endpoint, list }, answer);
      } catch (error) {
        // Which session it is about was known only after looking.
        if (error instanceof HeldByOtherServer && (await leadOn(request, reply, error.sessionId))) {
          return reply;
        }
        throw error;
      }
    },
  });
}

function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  if (response.destroyed) {
    controller.abort();
  }
  return controller.signal;
}

/** The checked value, or a refusal that names the first field. */
export function accept(
  schema: AnyEndpoint['body'],
  value: unknown,
  request: FastifyRequest,
): Record<string, unknown> {
  const { language } = callerOf(request);
  const { data, fields } = check(schema, value, language);
  if (fields) {
    const [first] = fields;
    throw new AppError('validation', {
      params: { first: first ? sayFault(first, language) : '' },
      fieldErrors: fields,
    });
  }
  return data as Record<string, unknown>;
}

async function gathered(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  askOthers: RouteGuard['askOthers'],
): Promise<unknown[]> {
  const answers = await askOthers(request);
  return answers.map(({ answer }) => understood(endpoint, answer)).filter((answer) => answer !== undefined);
}

/** Another server may be of another version: what it says must not break what this one knows. */
function understood({ response }: AnyEndpoint, answer: unknown): unknown {
  return answer === undefined ? undefined : response.safeParse(answer).data;
}

async function sendEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, list }: { endpoint: AnyEndpoint; list: ListShape | undefined },
  answer: unknown,
) {
  request.answeredCode = SUCCESS;
  const head = { code: SUCCESS, message: 'success' };
  if (list && isLong(list, answer)) {
    const { body, bytes } = await longAnswer(list, answer, head);
    return reply.type('application/json; charset=utf-8').header('content-length', bytes).send(body);
  }
  const data = endpoint.response.parse(answer ?? null);
  return reply.type('application/json; charset=utf-8').send({ ...head, data });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, download: Download) {
  const { filename, contentType, body, isImmutable, status = 200, headers = {} } = download;
  request.server.openCalls.answer(request);
  const ascii = filename.replace(/[^\w.-]/g, '_');
  if (isImmutable) {
    reply.header('cache-control', 'public, max-age=31536000, immutable');
  }
  return reply
    .status(status)
    .headers(headers)
    .type(contentType)
    .header(
      'content-disposition',
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
    )
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(request.method === 'HEAD' ? unread(body) : body);
}

/** Who asks for the head alone gets nothing of the rest, and nobody reads it for them. */
function unread(body: Download['body']): Download['body'] {
  if (!(body instanceof Readable)) {
    return body;
  }
  body.on('error', () => undefined).destroy();
  return Readable.from([]);
}
