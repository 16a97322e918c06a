import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { pack, takesGzip } from './gzip.ts';

/** Something ready to be sent: strangers ask for it as often as they like. */
interface Printed {
  type: string;
  tag: string;
  plain: Buffer;
  packed: Buffer;
}

export async function printed(type: 'html' | 'json', text: string): Promise<Printed> {
  const plain = Buffer.from(text);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const media = type === 'html' ? 'text/html' : 'application/json';
  return { type: `${media}; charset=utf-8`, tag, plain, packed: await pack(plain) };
}

/** Serves documents under their paths. They are made when one is first asked for, all together. */
export function servePrinted<Path extends string>(
  app: FastifyInstance,
  paths: readonly Path[],
  make: () => Promise<Record<Path, Printed>>,
): void {
  let made: Promise<Record<Path, Printed>> | undefined;
  const all = () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  for (const path of paths) {
    app.get(path, async (request, reply) => send(request, reply, (await all())[path]));
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { type, tag, plain, packed }: Printed) {
  const isPacked = takesGzip(request);
  const etag = `"${tag}${isPacked ? '-gzip' : ''}"`;
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (type.startsWith('text/html')) {
    reply.header('content-security-policy', POLICY);
  }
  if (request.headers['if-none-match'] === etag) {
    return reply.status(304).send();
  }
  if (isPacked) {
    reply.header('content-encoding', 'gzip');
  }
  return reply.type(type).send(isPacked ? packed : plain);
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
body { max-width: 960px; margin: 0 auto; padding: 24px; }
h1 { font-size: 22px; } h2 { font-size: 17px; margin: 32px 0 8px; border-bottom: 1px solid #8885; }
details { padding: 6px 0; border-bottom: 1px solid #8883; } summary { cursor: pointer; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { overflow: auto; padding: 12px; background: #8881; }
.method { display: inline-block; width: 64px; font-weight: 600; color: #0e8a6d; } .access { opacity: .7; }
`;

/** The page is the same for everybody, so its style is known by what it says and not by a nonce. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page of sections. What it is given is HTML already. */
export function pageOf(title: string, introduction: string, sections: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>
${introduction}${sections.join('')}</body></html>`;
}

export function sectionOf(name: string, items: readonly string[]): string {
  return `<h2>${escaped(name)}</h2>${items.join('')}`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
