import { EVENT_KINDS, EVENT_NAMES, type EventName } from '@jadegate/contract/platform/events/event-catalogue';
import { EventJson } from '@jadegate/contract/platform/events/event-json';
import type { EventGroup } from '@jadegate/contract/platform/events/event-kind';
import { EVENT_GROUPS } from '@jadegate/contract/platform/events/event-kind.words';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { yieldToEventLoop } from '../kernel/in-chunks.ts';
import { escaped, pageOf, printed, sectionOf, servePrinted } from './printed-page.ts';

/** `/docs/events`: every event on one page, and their JSON schema beside it. Describes the product, holds no data. */
export function serveEventDocs(app: FastifyInstance, version: string): void {
  servePrinted(app, ['/docs/events', '/docs/events.json'], () => print(version));
}

async function print(version: string) {
  const common = z.toJSONSchema(EventJson);
  const schemas: Record<string, unknown> = {};
  const groups = new Map<EventGroup, string[]>();
  for (const name of EVENT_NAMES) {
    const { group, detail } = EVENT_KINDS[name];
    const { $schema: _, ...fields } = z.toJSONSchema(detail);
    schemas[name] = ownSchema(name, fields);
    groups.set(group, [...(groups.get(group) ?? []), entry(name, fields)]);
    await yieldToEventLoop();
  }
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Events of Jadegate ${version}`,
    anyOf: EVENT_NAMES.map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: { event: common, ...schemas },
  };
  const sections = [...groups].map(([group, items]) => {
    const { en, 'zh-TW': title } = EVENT_GROUPS[group];
    return sectionOf(`${en} · ${title}`, items);
  });
  return {
    '/docs/events.json': await printed('json', JSON.stringify(document)),
    '/docs/events': await printed(
      'html',
      pageOf(`Events of Jadegate ${version}`, introduction(JSON.stringify(common, null, 2)), sections),
    ),
  };
}

/** All that events have in common, and what this one holds. */
function ownSchema(name: EventName, detail: object) {
  const { version, title } = EVENT_KINDS[name];
  return {
    title: title.en,
    allOf: [{ $ref: '#/$defs/event' }],
    properties: {
      event: { properties: { action: { const: name } } },
      jadegate: { properties: { version: { const: version }, detail } },
    },
  };
}

function introduction(common: string): string {
  return `<p>Machine-readable: <a href="/docs/events.json">events.json</a>, a JSON schema. Names are stable; a field may be added, and
<code>jadegate.version</code> rises when one goes or means something else. Fields are named as in the Elastic Common Schema.
The <a href="/docs">API</a> has <code>GET /events</code> for those who fetch them.</p>
<details><summary>What every event has</summary><pre>${escaped(common)}</pre></details>`;
}

function entry(name: EventName, fields: object): string {
  const { version, category, type, severity, title } = EVENT_KINDS[name];
  const facts = `version ${version} — ${severity} — ${category}, ${type}`;
  return `<details><summary><code>${escaped(name)}</code> <span class="access">— ${escaped(facts)}</span>
<br>${escaped(title.en)} · ${escaped(title['zh-TW'])}</summary><pre>jadegate.detail: ${escaped(JSON.stringify(fields, null, 2))}</pre></details>`;
}
