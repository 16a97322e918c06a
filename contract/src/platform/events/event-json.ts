import * as z from 'zod';

import { EVENT_KINDS, EVENT_NAMES, type EventName } from './event-catalogue.ts';
import { ECS_CATEGORIES, ECS_TYPES, EVENT_SEVERITIES } from './event-kind.ts';

/** The version of the Elastic Common Schema whose names are used. */
export const ECS_VERSION = '8.17.0';

const text = z.string();
const Named = z.object({ id: text, name: text });

/**
 * An event as it leaves the house, in the names of the Elastic Common Schema. What has no value is left out. Times are UTC
 * with milliseconds.
 */
export const EventJson = z.object({
  '@timestamp': z.iso.datetime().meta({ description: 'when it happened' }),
  message: text.meta({ description: 'one line for people, in the language of the installation' }),
  ecs: z.object({ version: z.literal(ECS_VERSION) }),
  event: z.object({
    id: text.meta({ description: 'the same however often it is sent' }),
    sequence: z.number().int().meta({
      description:
        'counts every event that is kept, without a gap; a destination with a filter gets some of them',
    }),
    kind: z.enum(['event', 'alert']),
    category: z.array(z.enum(ECS_CATEGORIES)),
    type: z.array(z.enum(ECS_TYPES)),
    action: z.enum(EVENT_NAMES).meta({ description: 'the name of the event' }),
    outcome: z.enum(['success', 'failure', 'unknown']),
    severity: z
      .number()
      .int()
      .min(0)
      .max(7)
      .meta({ description: 'as in syslog: 2 critical, 4 warning, 5 notice, 6 info' }),
    reason: text.optional().meta({ description: 'why it was refused or failed, as a code' }),
    module: z.literal('jadegate'),
    dataset: text.meta({ description: 'jadegate. and the group of the event' }),
  }),
  user: Named.extend({ target: Named.partial().optional() })
    .partial()
    .optional()
    .meta({ description: 'who did it; target: the account it was done to' }),
  source: z.object({ ip: text }).optional().meta({ description: 'from where' }),
  process: z.object({ command_line: text }).optional(),
  file: z.object({ path: text, size: z.number().int() }).optional(),
  related: z
    .object({ user: z.array(text), ip: z.array(text), hosts: z.array(text) })
    .partial()
    .optional(),
  observer: z.object({
    vendor: z.literal('Jadegate'),
    product: z.literal('Jadegate'),
    type: z.literal('bastion'),
    version: text,
    name: text.meta({ description: 'the machine of the server that wrote it' }),
  }),
  jadegate: z.object({
    version: z.number().int().meta({ description: 'of the fields of this event' }),
    severity: z.enum(EVENT_SEVERITIES),
    audit: z
      .object({
        sequence: z.number().int(),
        hash: text,
        entry: z.number().int().optional(),
      })
      .meta({
        description:
          'the head of the audit chain when the event got its number; entry: the number of the entry that tells the same',
      }),
    object: z.object({ type: text, id: text, name: text }).optional(),
    session: z.object({ id: text }).optional(),
    asset: Named.optional(),
    request: z.object({ id: text }).optional(),
    clock: z.object({ offset_ms: z.number().int() }).meta({
      description: 'by how much the clock of that machine was behind the one all servers share',
    }),
    cut: z.boolean().optional().meta({ description: 'something was too long and is cut' }),
    detail: z.record(z.string(), z.unknown()),
  }),
});
export type EventJson = z.infer<typeof EventJson>;

/** The same with what this one event holds. */
export function eventSchema(name: EventName): z.ZodType<EventJson> {
  const { shape } = EventJson;
  const { version, detail } = EVENT_KINDS[name];
  return EventJson.extend({
    event: shape.event.extend({ action: z.literal(name) }),
    jadegate: shape.jadegate.extend({ version: z.literal(version), detail }),
  });
}
