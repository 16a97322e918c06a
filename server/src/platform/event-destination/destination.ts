import type { EventFilter } from '@jadegate/contract/platform/event-destination';
import { DestinationConfig } from '@jadegate/contract/platform/events/destination-config';
import type { EventName } from '@jadegate/contract/platform/events/event-catalogue';
import type { DayWindow } from '@jadegate/contract/time-window';

import type { NumberedRow } from '../event/event-log.service.ts';
import { storedFilter, takesKind } from '../event/event-outbox.service.ts';
import type {
  DestinationRecord,
  DestinationTargets,
  EventDestinationRepository,
} from './event-destination.repository.ts';

/** A destination as it is used: what was stored, read. */
export interface Destination {
  id: string;
  name: string;
  config: DestinationConfig;
  filter: EventFilter;
  isForPeople: boolean;
  isForAssets: boolean;
  targets: DestinationTargets;
  quiet: DayWindow[];
  /** Another one when something of it was changed. */
  updatedAt: number;
}

/** Fields that are newer than the row have what a new one has. */
export function storedConfig({ config }: Pick<DestinationRecord, 'config'>): DestinationConfig {
  return DestinationConfig.parse(JSON.parse(config));
}

function storedQuiet({ quiet }: Pick<DestinationRecord, 'quiet'>): DayWindow[] {
  return JSON.parse(quiet) as DayWindow[];
}

/** The owner of its secrets in the vault. */
export function secretOwner(id: string): string {
  return `event-destination:${id}`;
}

export function readDestination(record: DestinationRecord, targets: DestinationTargets): Destination {
  return {
    id: record.id,
    name: record.name,
    config: storedConfig(record),
    filter: storedFilter(record.filter),
    isForPeople: record.for_people === 1,
    isForAssets: record.for_assets === 1,
    targets,
    quiet: storedQuiet(record),
    updatedAt: record.updated_at,
  };
}

/** Those of the events that it gets: by what they are, who did it and where, as groups and tags are now. */
export async function wantedOf(
  rows: readonly NumberedRow[],
  { filter, isForPeople, isForAssets, targets }: Destination,
  repository: Pick<EventDestinationRepository, 'listMembers' | 'listTagged'>,
): Promise<NumberedRow[]> {
  const ofKind = rows.filter((row) => takesKind(filter, { name: row.name as EventName, rank: row.severity }));
  const idsOf = (column: 'person_id' | 'asset_id') =>
    [...new Set(ofKind.map((row) => row[column]))].filter((id) => id !== '');
  const people = isForPeople
    ? new Set([...targets.users, ...(await repository.listMembers(targets.userGroups, idsOf('person_id')))])
    : undefined;
  const assets = isForAssets
    ? new Set([...targets.assets, ...(await repository.listTagged(filter.tags, idsOf('asset_id')))])
    : undefined;
  return ofKind.filter((row) => people?.has(row.person_id) !== false && assets?.has(row.asset_id) !== false);
}
