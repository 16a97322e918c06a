import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { takesBody, type AnyEndpoint } from '@jadegate/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { yieldToEventLoop } from '../kernel/in-chunks.ts';
import { components, describeEndpoints, frame, type DescribedEndpoint } from './openapi.ts';

/** One of the two, ready to be sent: strangers ask for it as often as they like. */
interface Printed {
  type: string;
  tag: string;
  plain: Buffer;
  packed: Buffer;
}

interface Docs {
  page: Printed;
  document: Printed;
}

/** `/docs`: every call on one page, and the OpenAPI document beside it. Describes the product, holds no data. */
export function serveDocs(app: FastifyInstance, endpoints: readonly AnyEndpoint[], version: string): void {
  // Made when it is first asked for: it takes longer than all the rest of building the application.
  let made: Promise<Docs> | undefined;
  const docs = () =>
    (made ??= print(endpoints, version).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  app.get('/docs/openapi.json', async (request, reply) => send(request, reply, (await docs()).document));
  app.get('/docs', async (request, reply) => {
    reply.header('content-security-policy', POLICY);
    return send(request, reply, (await docs()).page);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { type, tag, plain, packed }: Printed) {
  const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const etag = `"${tag}${isPacked ? '-gzip' : ''}"`;
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) {
    return reply.status(304).send();
  }
  if (isPacked) {
    reply.header('content-encoding', 'gzip');
  }
  return reply.type(type).send(isPacked ? packed : plain);
}

/** Both from one look at each endpoint, with a turn for everybody else after each. */
async function print(endpoints: readonly AnyEndpoint[], version: string): Promise<Docs> {
  const paths = new Map<string, string[]>();
  const groups = new Map<string, string[]>();
  const schemas: Record<string, unknown> = {};
  for (const described of describeEndpoints(endpoints)) {
    const { endpoint, path, operation } = described;
    const operations = `${JSON.stringify(endpoint.method.toLowerCase())}:${JSON.stringify(operation)}`;
    paths.set(path, [...(paths.get(path) ?? []), operations]);
    groups.set(groupOf(endpoint), [...(groups.get(groupOf(endpoint)) ?? []), entry(described)]);
    Object.assign(schemas, described.schemas);
    await yieldToEventLoop();
  }
  const items = [...paths].map(([path, operations]) => `${JSON.stringify(path)}:{${operations.join(',')}}`);
  const head = JSON.stringify(frame(version)).slice(0, -1);
  const tail = JSON.stringify(components(schemas));
  return {
    document: await printed(
      'application/json; charset=utf-8',
      `${head},"paths":{${items.join(',')}},"components":${tail}}`,
    ),
    page: await printed('text/html; charset=utf-8', page(groups, version)),
  };
}

const pack = promisify(gzip);

async function printed(type: string, text: string): Promise<Printed> {
  const plain = Buffer.from(text);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, tag, plain, packed: await pack(plain) };
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

function page(groups: ReadonlyMap<string, readonly string[]>, version: string): string {
  const sections = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, items]) => `<h2>${escape(name)}</h2>${items.join('')}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Jadegate API ${escape(version)}</title>
<style>${STYLE}</style></head><body><h1>Jadegate API ${escape(version)}</h1>
<p>Machine-readable: <a href="/docs/openapi.json">openapi.json</a>. Every answer is HTTP 200 with
<code>{code, message, data}</code>; code 1 is success.</p>${sections.join('')}</body></html>`;
}

function groupOf(endpoint: AnyEndpoint): string {
  return endpoint.path.split('/')[1] ?? '';
}

function entry({ endpoint, operation }: DescribedEndpoint): string {
  const access = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(', ');
  const { parameters, requestBody, responses } = operation;
  const shown = { parameters, ...(takesBody(endpoint) && { body: requestBody }), answer: responses };
  const details = JSON.stringify(shown, null, 2);
  return `<details><summary><span class="method">${endpoint.method}</span> <code>${escape(endpoint.path)}</code>
<span class="access">— ${escape(access)}</span><br>${escape(endpoint.summary)}</summary><pre>${escape(details)}</pre></details>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
