import type { SessionRow } from '@jadegate/contract/session/session';
import { useTranslation } from 'react-i18next';

import { RowActions } from '../../../components/RowActions.tsx';
import type { OpenOverlay } from '../../../hooks/useOverlays.ts';
import { openBeside, playbackPath } from './session-path.ts';
import { useMarkReviewed } from './session.queries.ts';
import type { OfflineTargets } from './SessionOverlays.tsx';

interface OfflineRowActionsProps {
  row: SessionRow;
  open: OpenOverlay<OfflineTargets>;
  /** The files that went through it can be shown. */
  hasFiles: boolean;
  /** What stands up in court can be shown. */
  hasEvidence: boolean;
}

/** Playing marks as reviewed by itself; the mark can also be set and taken back by hand. */
export function OfflineRowActions({ row, open, hasFiles, hasEvidence }: OfflineRowActionsProps) {
  const { t } = useTranslation('session');
  const { t: words } = useTranslation('session-command');
  const mark = useMarkReviewed();
  return (
    <RowActions
      name={`${row.creatorName} ${row.assetName}`}
      inline={2}
      actions={[
        {
          key: 'play',
          label: t('action.play'),
          access: ['offline-session-playback'],
          refusal: row.recording === '1' ? undefined : t('help.noRecording'),
          onClick: () => openBeside(playbackPath(row)),
        },
        {
          key: 'commands',
          label: words('action.show', { count: row.commandCount }),
          access: ['offline-session-command'],
          refusal: row.commandCount > 0 ? undefined : words('help.noCommands'),
          onClick: () => open('commands', row),
        },
        {
          key: 'files',
          label: t('action.files'),
          access: ['storage-log'],
          hidden: !hasFiles,
          onClick: () => open('files', row),
        },
        {
          key: 'evidence',
          label: t('action.evidence'),
          hidden: !hasEvidence,
          onClick: () => open('evidence', row),
        },
        {
          key: 'reviewed',
          label: t('action.markReviewed'),
          access: ['offline-session-reviewed'],
          hidden: row.reviewed,
          onClick: () => mark.mutate({ ids: [row.id], isReviewed: true }),
        },
        {
          key: 'unreviewed',
          label: t('action.markUnreviewed'),
          access: ['offline-session-unreviewed'],
          hidden: !row.reviewed,
          onClick: () => mark.mutate({ ids: [row.id], isReviewed: false }),
        },
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          access: ['offline-session-del'],
          onClick: () => open('removal', [row]),
        },
      ]}
    />
  );
}
