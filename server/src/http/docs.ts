import { takesBody, type AnyEndpoint } from '@jadegate/contract/endpoint';
import type { FastifyInstance } from 'fastify';

import { openApi } from './openapi.ts';
import { allowPage } from './security-headers.ts';

/** `/docs`: every call on one page, and the OpenAPI document beside it. Describes the product, holds no data. */
export function serveDocs(app: FastifyInstance, endpoints: readonly AnyEndpoint[], version: string): void {
  // Made when it is first asked for: it takes longer than all the rest of building the application.
  let document: ReturnType<typeof openApi> | undefined;
  app.get('/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= openApi(endpoints, version))),
  );
  app.get('/docs', async (_request, reply) => {
    const { nonce } = allowPage(reply);
    return reply.type('text/html; charset=utf-8').send(page(endpoints, version, nonce));
  });
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
body { max-width: 960px; margin: 0 auto; padding: 24px; }
h1 { font-size: 22px; } h2 { font-size: 17px; margin: 32px 0 8px; border-bottom: 1px solid #8885; }
details { padding: 6px 0; border-bottom: 1px solid #8883; } summary { cursor: pointer; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { overflow: auto; padding: 12px; background: #8881; }
.method { display: inline-block; width: 64px; font-weight: 600; color: #0e8a6d; } .access { opacity: .7; }
`;

function page(endpoints: readonly AnyEndpoint[], version: string, nonce: string): string {
  const names = [...new Set(endpoints.map(groupOf))].toSorted((a, b) => a.localeCompare(b));
  const sections = names.map((name) => {
    const items = endpoints.filter((endpoint) => groupOf(endpoint) === name).map(entry);
    return `<h2>${escape(name)}</h2>${items.join('')}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Jadegate API ${escape(version)}</title>
<style nonce="${nonce}">${STYLE}</style></head><body><h1>Jadegate API ${escape(version)}</h1>
<p>Machine-readable: <a href="/docs/openapi.json">openapi.json</a>. Every answer is HTTP 200 with
<code>{code, message, data}</code>; code 1 is success.</p>${sections.join('')}</body></html>`;
}

function groupOf(endpoint: AnyEndpoint): string {
  return endpoint.path.split('/')[1] ?? '';
}

function entry(endpoint: AnyEndpoint): string {
  const access = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(', ');
  const details = JSON.stringify(describe(endpoint), null, 2);
  return `<details><summary><span class="method">${endpoint.method}</span> <code>${escape(endpoint.path)}</code>
<span class="access">— ${escape(access)}</span><br>${escape(endpoint.summary)}</summary><pre>${escape(details)}</pre></details>`;
}

function describe(endpoint: AnyEndpoint): unknown {
  const { paths } = openApi([endpoint], '') as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const [operation] = Object.values(Object.values(paths)[0] ?? {});
  return {
    parameters: operation?.parameters,
    ...(takesBody(endpoint) && { body: operation?.requestBody }),
    answer: operation?.responses,
  };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
