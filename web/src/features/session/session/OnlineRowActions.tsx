import type { SessionRow } from '@jadegate/contract/session/session';
import { useTranslation } from 'react-i18next';

import { RowActions } from '../../../components/RowActions.tsx';
import type { OpenOverlay } from '../../../hooks/useOverlays.ts';
import { joinPath, monitorPath, openBeside } from './session-path.ts';
import type { OnlineTargets } from './SessionOverlays.tsx';

interface OnlineRowActionsProps {
  row: SessionRow;
  /** How many stand in sight; the rest is behind 「更多」. */
  inline?: number | undefined;
  open: OpenOverlay<OnlineTargets>;
}

/** What an administrator can do to a live session. */
export function OnlineRowActions({ row, inline, open }: OnlineRowActionsProps) {
  const { t } = useTranslation('session');
  return (
    <RowActions
      name={`${row.creatorName} ${row.assetName}`}
      {...(inline !== undefined && { inline })}
      actions={[
        {
          key: 'monitor',
          label: t('action.monitor'),
          access: ['online-session-monitor'],
          onClick: () => openBeside(monitorPath(row)),
        },
        {
          key: 'join',
          label: t('action.join'),
          access: ['online-session-join'],
          // Nobody types into a command that runs by itself.
          hidden: row.isUnattended,
          onClick: () => openBeside(joinPath(row)),
        },
        {
          key: 'message',
          label: t('action.message'),
          access: ['online-session-monitor'],
          onClick: () => open('message', row),
        },
        {
          key: 'disconnect',
          label: t('action.disconnect'),
          danger: true,
          access: ['online-session-disconnect'],
          onClick: () => open('ending', [row]),
        },
        {
          key: 'disconnectAll',
          label: t('action.disconnectAll'),
          danger: true,
          access: ['online-session-disconnect'],
          onClick: () => open('person', row),
        },
      ]}
    />
  );
}
