import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import type { RecordingHit } from '@jadegate/contract/session/session-recording';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../../hooks/account.ts';
import { recordedCommandsQuery } from './command.queries.ts';
import type { Tick, TickTone } from './player/ticks.ts';

/** The timeline's marks of a recorded terminal: its commands, for those who may read them, and what was found. */
export function useRecordingTicks(sessionId: string, hits: readonly RecordingHit[]): Tick[] {
  const { t } = useTranslation('session-command');
  const can = useCan();
  const { data } = useQuery({
    ...recordedCommandsQuery(sessionId),
    enabled: can('offline-session-command'),
    // The marks are an extra: whoever opens the list of commands is told what failed.
    meta: { errors: 'caller' },
  });
  return useMemo(() => {
    const commands = (data?.items ?? []).map((row) => ({
      at: row.offset,
      label: row.isHidden ? t('hidden') : row.command,
      tone: toneOf(row),
    }));
    return [...commands, ...hits.map(({ at, text }) => ({ at, label: text, tone: 'hit' as const }))];
  }, [data, hits, t]);
}

function toneOf({ action, riskLevel }: SessionCommandRow): TickTone {
  if (action === 'deny') {
    return 'denied';
  }
  return riskLevel > 0 ? 'warned' : 'command';
}
