import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '../kernel/app-error.ts';
import { runInBackground } from '../kernel/defects.ts';
import { hasTooManyFields, isTooComplex, MAX_DEPTH, MAX_VALUES } from './body-shape.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForm?: boolean;
  }
}

/**
 * Reads JSON bodies strictly: text that is not UTF-8, NUL characters and halves of characters are refused here,
 * because the databases would refuse or silently change them later.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isTooComplex(body as Buffer)) {
      done(tooComplex());
      return;
    }
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch (cause) {
      done(new AppError('body.not_utf8', { cause }));
      return;
    }
    if (text.trim() === '') {
      done(null, undefined);
      return;
    }
    const parsing = parse(request, text, (error, value) => {
      if (error) {
        done(new AppError('body.not_json', { cause: error }));
      } else if (hasSuspectEscape(text) && hasUnstorableText(value)) {
        done(new AppError('body.not_utf8'));
      } else {
        done(null, value);
      }
    });
    if (parsing instanceof Promise) {
      runInBackground(parsing, 'the reading of a body');
    }
  });
}

/** A body sent as a form, where the endpoint takes one. Files in it are dropped. */
export function readFormBodies(app: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // Clients that send nothing may still say that it is a form.
    if (body.length === 0) {
      return undefined;
    }
    if (!request.routeOptions.config.takesForm) {
      throw new AppError('body.unsupported_type');
    }
    const type = request.headers['content-type'] ?? '';
    if (hasTooManyFields(body, type)) {
      throw tooComplex();
    }
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- meant for large uploads; these are one field, bounded by the body limit
      const form = await new Response(body, { headers: { 'content-type': type } }).formData();
      return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
    } catch (cause) {
      throw new AppError('body.not_json', { cause });
    }
  });
}

function tooComplex(): AppError {
  return new AppError('body.too_complex', { params: { depth: MAX_DEPTH, values: MAX_VALUES } });
}

/** Only escapes can bring such characters in; almost no body has one, so almost none is walked. */
function hasSuspectEscape(text: string): boolean {
  return /\\u(?:0000|d[89a-f])/i.test(text);
}

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed();
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(([key, child]) => hasUnstorableText(key) || hasUnstorableText(child));
  }
  return false;
}
