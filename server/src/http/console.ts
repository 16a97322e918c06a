import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import fastifyStatic from '@fastify/static';
import type { Language } from '@jadegate/contract/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { runInBackground } from '../kernel/defects.ts';
import { pack, takesGzip } from './gzip.ts';
import { allowPage } from './security-headers.ts';

/** Built files carry their content's hash in their names. */
const HASHED_FILES = '/static/';
const NONCE_MARK = '__CSP_NONCE__';
/** The console begins in the language that its page says. */
const BUILT_LANG = '<html lang="zh-Hant-TW">';
const PAGE_LANG: Record<Language, string> = { 'zh-TW': BUILT_LANG, en: '<html lang="en">' };

/** Serves the built console. Answers false to a request that is not for a page. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

export async function serveConsole(
  app: FastifyInstance,
  root: string | undefined,
  language: () => Promise<Language>,
): Promise<SendPage> {
  const index = root === undefined ? undefined : path.join(root, 'index.html');
  if (root === undefined || index === undefined || !existsSync(index)) {
    return () => false;
  }
  const page = readFileSync(index, 'utf8');
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Page code, not data: it may be kept. The page itself is made anew for its nonce.
    globIgnore: ['index.html', '**/*.gz', '**/*.br', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(path.join(root, HASHED_FILES));
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && accepts(request, 'text/html');
    if (wantsPage) {
      const { nonce } = allowPage(reply);
      const send = async (shown: Language) => {
        const text = page.replaceAll(NONCE_MARK, nonce).replace(BUILT_LANG, PAGE_LANG[shown]);
        // Nothing of the request is in it, so that its length tells nothing of the nonce.
        const packed = takesGzip(request) && (await pack(text));
        await reply
          .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
          .headers(packed ? { 'content-encoding': 'gzip' } : {})
          .type('text/html; charset=utf-8')
          .send(packed || text);
      };
      // A page without the database is better than none: it says what is wrong.
      runInBackground(
        language().then(send, () => send('zh-TW')),
        'the page of the console',
      );
    }
    return wantsPage;
  };
}

function accepts(request: FastifyRequest, type: string): boolean {
  return (request.headers.accept ?? '').includes(type);
}
