import { EventFilter } from '@jadegate/contract/platform/event-destination';
import {
  DESTINATION_KINDS,
  DestinationConfig,
  SECRETS_OF,
  type DestinationKind,
  type DestinationSecret,
} from '@jadegate/contract/platform/events/destination-config';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { isJsonOf } from '../../kernel/stored-text.ts';
import { flag, maybeId, named, PEOPLE, text, time, timePeriod, whole } from './section-values.ts';
import { part, section } from './section.ts';

/** Where events go, with what opens the way there. How far each has got with what happened here is no configuration. */
export const EVENT_DESTINATIONS = section({
  name: 'event-destinations',
  table: 'event_destination',
  key: ['name'],
  secretsOf: 'event-destination:',
  columns: {
    id: Id,
    name: named,
    kind: z.enum(DESTINATION_KINDS),
    enabled: flag,
    config: text.refine((json) => isJsonOf(DestinationConfig, json)),
    filter: text.refine((json) => isJsonOf(EventFilter, json)),
    for_people: flag,
    for_assets: flag,
    quiet: timePeriod,
    fail_closed_hours: whole,
    created_at: time,
    updated_at: time,
  },
  parts: [
    part({
      table: 'event_destination_target',
      parent: 'destination_id',
      hasOwnId: true,
      columns: { id: Id, user_id: maybeId, user_group_id: maybeId, asset_id: maybeId },
      references: {
        user_id: PEOPLE,
        user_group_id: { section: 'user-groups' },
        asset_id: { section: 'assets' },
      },
    }),
  ],
  isSound: ({ row, secrets }) => {
    const { kind } = JSON.parse(String(row.config)) as { kind: DestinationKind };
    const needed = Object.entries(SECRETS_OF[kind]).filter(([, need]) => need === 'needed');
    return kind === row.kind && needed.every(([name]) => secrets[name as DestinationSecret] !== undefined);
  },
});
