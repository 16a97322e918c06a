import { takesBody, type AnyEndpoint } from '@jadegate/contract/endpoint';
import type { FastifyInstance } from 'fastify';

import { yieldToEventLoop } from '../kernel/in-chunks.ts';
import { components, describeEndpoints, frame, type DescribedEndpoint } from './openapi.ts';
import { escaped, pageOf, printed, sectionOf, servePrinted } from './printed-page.ts';

/** `/docs`: every call on one page, and the OpenAPI document beside it. Describes the product, holds no data. */
export function serveDocs(app: FastifyInstance, endpoints: readonly AnyEndpoint[], version: string): void {
  // Making them takes longer than all the rest of building the application.
  servePrinted(app, ['/docs', '/docs/openapi.json'], () => print(endpoints, version));
}

/** Both from one look at each endpoint, with a turn for everybody else after each. */
async function print(endpoints: readonly AnyEndpoint[], version: string) {
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
    '/docs/openapi.json': await printed('json', `${head},"paths":{${items.join(',')}},"components":${tail}}`),
    '/docs': await printed('html', page(groups, version)),
  };
}

function page(groups: ReadonlyMap<string, readonly string[]>, version: string): string {
  const sections = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, items]) => sectionOf(name, items));
  return pageOf(
    `Jadegate API ${version}`,
    `<p>Machine-readable: <a href="/docs/openapi.json">openapi.json</a>. Every answer is HTTP 200 with
<code>{code, message, data}</code>; code 1 is success. What is told of what happens: <a href="/docs/events">events</a>.</p>`,
    sections,
  );
}

function groupOf(endpoint: AnyEndpoint): string {
  return endpoint.path.split('/')[1] ?? '';
}

function entry({ endpoint, operation }: DescribedEndpoint): string {
  const access = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(', ');
  const { parameters, requestBody, responses } = operation;
  const shown = { parameters, ...(takesBody(endpoint) && { body: requestBody }), answer: responses };
  const details = JSON.stringify(shown, null, 2);
  return `<details><summary><span class="method">${endpoint.method}</span> <code>${escaped(endpoint.path)}</code>
<span class="access">— ${escaped(access)}</span><br>${escaped(endpoint.summary)}</summary><pre>${escaped(details)}</pre></details>`;
}
