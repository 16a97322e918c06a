import { familyTime } from '../../kernel/family-time.ts';
import type { SessionRecord } from '../session/session-kind.ts';

const MAX_NAME = 60;

/** `web01 2026-11-16 093012`, in the zone of the settings: nothing that was in the space before is written over. */
export function driveFolderName({
  asset_name,
  created_at,
}: Pick<SessionRecord, 'asset_name' | 'created_at'>): string {
  const name = asset_name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .trim()
    .slice(0, MAX_NAME);
  return `${name || 'desktop'} ${familyTime(created_at).replaceAll(':', '')}`;
}
