import type { SessionRow } from '@jadegate/contract/session';
import { useTranslation } from 'react-i18next';

import { RowActions } from '../../components/RowActions.tsx';
import { openBeside, playbackPath } from './session-path.ts';
import { useMarkReviewed } from './session.queries.ts';

interface OfflineRowActionsProps {
  row: SessionRow;
  onDelete: (rows: SessionRow[]) => void;
}

/** Playing marks as reviewed by itself; the mark can also be set and taken back by hand. */
export function OfflineRowActions({ row, onDelete }: OfflineRowActionsProps) {
  const { t } = useTranslation('session');
  const mark = useMarkReviewed();
  return (
    <RowActions
      name={`${row.creatorName} ${row.assetName}`}
      actions={[
        {
          key: 'play',
          label: t('action.play'),
          access: ['offline-session-playback'],
          refusal: row.recording === '1' ? undefined : t('help.noRecording'),
          onClick: () => openBeside(playbackPath(row)),
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
          onClick: () => onDelete([row]),
        },
      ]}
    />
  );
}
