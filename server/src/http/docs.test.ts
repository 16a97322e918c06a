import { gunzipSync } from 'node:zlib';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { EVENT_NAMES } from '@jadegate/contract/platform/events/event-catalogue';
import fastify from 'fastify';
import { expect, it } from 'vitest';

import { serveDocs } from './docs.ts';
import { serveEventDocs } from './event-docs.ts';
import { openApi } from './openapi.ts';

/** A site of these pages alone, which counts how often an endpoint is described, and in which turn of the event loop. */
function countingSite() {
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn++;
    if (!isOver) {
      setImmediate(next);
    }
  };
  setImmediate(next);
  const watched = ENDPOINTS.map((endpoint) => ({
    ...endpoint,
    get summary() {
      turns.push(turn);
      return endpoint.summary;
    },
  }));
  const app = fastify();
  serveDocs(app, watched, '1.2.3');
  return { app, turns, stop: () => void (isOver = true) };
}

it('describes the endpoints once, however often strangers ask, and few in one turn of the event loop', async () => {
  const { app, turns, stop } = countingSite();
  const [page, document] = await Promise.all([app.inject('/docs'), app.inject('/docs/openapi.json')]);
  stop();
  expect(new Set(turns).size).toBeGreaterThanOrEqual(ENDPOINTS.length);
  const before = turns.length;
  expect((await app.inject('/docs')).body).toBe(page.body);
  expect((await app.inject('/docs/openapi.json')).body).toBe(document.body);
  expect(turns.length).toBe(before);
  expect(document.json()).toEqual(JSON.parse(JSON.stringify(openApi(ENDPOINTS, '1.2.3'))));
});

it('sends what is packed to whoever takes it, and nothing to whoever has it', async () => {
  const app = fastify();
  serveDocs(app, ENDPOINTS.slice(0, 3), '1.2.3');
  for (const url of ['/docs', '/docs/openapi.json']) {
    const plain = await app.inject(url);
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const again = await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

it('prints every event with its schema, and asks nobody for anything', async () => {
  const app = fastify();
  serveEventDocs(app, '1.2.3');
  const page = await app.inject('/docs/events');
  const document = (await app.inject('/docs/events.json')).json<{
    $defs: Record<string, { properties: { event: { properties: { action: { const: string } } } } }>;
  }>();
  for (const name of EVENT_NAMES) {
    expect(page.body).toContain(`<code>${name}</code>`);
    expect(document.$defs[name]?.properties.event.properties.action.const).toBe(name);
  }
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).not.toMatch(/<script|src=|href="(?!\/docs)/);
});
