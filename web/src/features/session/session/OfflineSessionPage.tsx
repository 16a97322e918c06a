import { CheckOutlined, HistoryOutlined, SearchOutlined } from '@ant-design/icons';
import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { SESSION_DOORS, type SessionRow } from '@jadegate/contract/session/session';
import { App, Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { ClearMenu } from '../../../components/ClearMenu.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlays, type OpenOverlay } from '../../../hooks/useOverlays.ts';
import { OfflineRowActions } from './OfflineRowActions.tsx';
import { sessionName } from './session-name.ts';
import { offlineColumns } from './session.columns.tsx';
import {
  offlineSessionsQuery,
  SessionListQuery,
  useClearSessions,
  useMarkAllReviewed,
  useMarkReviewed,
} from './session.queries.ts';
import type { OfflineTargets } from './SessionOverlays.tsx';

const Overlays = lazyOverlays(async () => (await import('./SessionOverlays.tsx')).OfflineSessionOverlays);

const REVIEWED = ['false', 'true'] as const;

export interface SessionFilesProps {
  open: boolean;
  sessionId: string;
  name: string;
  onClose: () => void;
}

interface OfflineSessionPageProps {
  /** The files that went through a session, from another feature. */
  renderFiles?: (props: SessionFilesProps) => ReactNode;
  /** What stands up in court of it, from another feature. */
  renderEvidence?: (props: SessionFilesProps) => ReactNode;
}

/** Sessions that are over, to be reviewed. */
export function OfflineSessionPage({ renderFiles, renderEvidence }: OfflineSessionPageProps) {
  const { t } = useTranslation('session');
  const can = useCan();
  const selection = useSelection<SessionRow>();
  const overlays = useOverlays<OfflineTargets>();
  const { open } = overlays;
  const { target: filesOf, ...files } = overlays.of('files');
  const { target: evidenceOf, ...evidence } = overlays.of('evidence');
  const hasFiles = renderFiles !== undefined;
  const hasEvidence = renderEvidence !== undefined;

  const columns = useMemo(
    () =>
      offlineColumns(t, (row) => (
        <OfflineRowActions row={row} open={open} hasFiles={hasFiles} hasEvidence={hasEvidence} />
      )),
    [t, open, hasFiles, hasEvidence],
  );
  const canTick = can('offline-session-del', 'offline-session-reviewed', 'offline-session-unreviewed');

  return (
    <>
      <ListPage
        name="offline-session"
        title={t('title.offline')}
        description={t('title.offlineDescription')}
        access={['offline-session']}
        schema={SessionListQuery}
        read={offlineSessionsQuery}
        columns={columns}
        nameOf={({ creatorName, assetName }) => `${creatorName} ${assetName}`}
        search={{ kind: 'person', name: 'userName', placeholder: t('placeholder.user') }}
        filters={[
          { kind: 'text', name: 'assetName', label: t('placeholder.asset') },
          { kind: 'text', name: 'clientIp', label: t('placeholder.clientIp') },
          {
            name: 'protocol',
            label: t('field.protocol'),
            options: PROTOCOLS.map((value) => ({ value, label: protocolLabel(value) })),
          },
          {
            name: 'door',
            label: t('field.door'),
            options: SESSION_DOORS.map((value) => ({ value, label: t(`door.${value}`) })),
          },
          {
            name: 'reviewed',
            label: t('field.reviewed'),
            options: REVIEWED.map((value) => ({ value, label: t(`reviewed.${value}`) })),
          },
          { kind: 'range', names: ['from', 'to'], labels: [t('field.from'), t('field.to')] },
        ]}
        action={<WholeListActions onCleared={selection.clear} />}
        selection={canTick ? selection : undefined}
        bulkActions={<BulkActions rows={selection.rows} onDone={selection.clear} open={open} />}
        empty={{
          icon: <HistoryOutlined aria-hidden />,
          title: t('empty.offlineTitle'),
          description: t('empty.offlineHelp'),
          action: null,
        }}
      />
      <Overlays overlays={overlays} onDone={selection.clear} />
      {filesOf !== undefined &&
        renderFiles?.({ ...files, sessionId: filesOf.id, name: sessionName(filesOf) })}
      {evidenceOf !== undefined &&
        renderEvidence?.({ ...evidence, sessionId: evidenceOf.id, name: sessionName(evidenceOf) })}
    </>
  );
}

function WholeListActions({ onCleared }: { onCleared: () => void }) {
  const { t } = useTranslation('session');
  const { message } = App.useApp();
  const navigate = useNavigate();
  const clear = useClearSessions();
  const reviewAll = useMarkAllReviewed();

  const handleReviewAll = async () => {
    await reviewAll.mutateAsync(undefined);
    message.success(t('message.allReviewed'));
  };
  return (
    <>
      <Button icon={<SearchOutlined aria-hidden />} onClick={() => void navigate('/session-search')}>
        {t('action.search')}
      </Button>
      <Can any={['offline-session-reviewed-all']}>
        <ConfirmButton
          danger={false}
          icon={<CheckOutlined aria-hidden />}
          title={t('confirm.reviewAll.title')}
          consequence={t('confirm.reviewAll.help')}
          confirmLabel={t('action.markAllReviewed')}
          onConfirm={handleReviewAll}
        >
          {t('action.markAllReviewed')}
        </ConfirmButton>
      </Can>
      <ClearMenu
        access="offline-session-clear"
        words="session"
        clear={clear.mutateAsync}
        onCleared={onCleared}
      />
    </>
  );
}

interface BulkActionsProps {
  rows: SessionRow[];
  onDone: () => void;
  open: OpenOverlay<OfflineTargets>;
}

function BulkActions({ rows, onDone, open }: BulkActionsProps) {
  const { t } = useTranslation('session');
  const { message } = App.useApp();
  const mark = useMarkReviewed();

  const handleMark = (isReviewed: boolean) =>
    mark.mutate(
      { ids: rows.map(({ id }) => id), isReviewed },
      {
        onSuccess: () => {
          const count = rows.length;
          message.success(isReviewed ? t('message.reviewed', { count }) : t('message.unreviewed', { count }));
          onDone();
        },
      },
    );
  return (
    <>
      <Can any={['offline-session-reviewed']}>
        <Button loading={mark.isPending} onClick={() => handleMark(true)}>
          {t('action.markReviewed')}
        </Button>
      </Can>
      <Can any={['offline-session-unreviewed']}>
        <Button loading={mark.isPending} onClick={() => handleMark(false)}>
          {t('action.markUnreviewed')}
        </Button>
      </Can>
      <Can any={['offline-session-del']}>
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      </Can>
    </>
  );
}
