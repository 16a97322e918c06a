import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import { Alert, App, Button, Flex, Skeleton, theme } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from './ConfirmModal.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Mono } from './Mono.tsx';
import { personName } from './person-name.ts';
import { StatusTag } from './StatusTag.tsx';
import { TimeText } from './TimeText.tsx';

interface HostKeyPanelProps {
  /** Of the asset or gateway. */
  name: string;
  /** Undefined while they are fetched. */
  keys: readonly HostKeyRow[] | undefined;
  error?: unknown;
  onRetry: () => void;
  canEdit: boolean;
  onAccept: (fingerprint: string) => Promise<unknown>;
  onForget: () => Promise<unknown>;
}

/** The keys a host is known by, and a changed one beside them, to be compared and accepted. */
export function HostKeyPanel({ name, keys, error, onRetry, canEdit, onAccept, onForget }: HostKeyPanelProps) {
  const { t } = useTranslation('host-key');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const [asking, setAsking] = useState<'accept' | 'forget'>();

  if (error !== undefined && error !== null) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  if (!keys) {
    return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  }
  if (keys.length === 0) {
    return <Alert type="info" showIcon title={t('none.title')} description={t('none.help')} />;
  }
  const offered = keys.find(({ state }) => state === 'offered');
  const isNew = keys.every(({ state }) => state === 'offered');
  return (
    <Flex vertical gap={token.margin}>
      {offered && (
        <Alert
          type={isNew ? 'info' : 'error'}
          showIcon
          title={t(isNew ? 'new.title' : 'changed.title')}
          description={t(isNew ? 'new.help' : 'changed.help')}
        />
      )}
      {keys.map((key) => (
        <KeyCard key={`${key.state}-${key.keyType}`} hostKey={key} />
      ))}
      {canEdit && (
        <Flex gap={token.marginXS} justify="flex-end">
          <Button onClick={() => setAsking('forget')}>{t('action.forget')}</Button>
          {offered && (
            <Button type="primary" danger={!isNew} onClick={() => setAsking('accept')}>
              {t('action.accept')}
            </Button>
          )}
        </Flex>
      )}
      <ConfirmModal
        open={asking === 'accept'}
        title={t('accept.title', { name })}
        consequence={
          <Flex vertical gap={token.marginXS}>
            {t(isNew ? 'new.accept' : 'accept.help')}
            <Mono text={offered?.fingerprint ?? ''} />
          </Flex>
        }
        confirmLabel={t('action.accept')}
        onConfirm={async () => {
          await onAccept(offered?.fingerprint ?? '');
          message.success(t('accept.done'));
        }}
        onClose={() => setAsking(undefined)}
      />
      <ConfirmModal
        open={asking === 'forget'}
        title={t('forget.title', { name })}
        consequence={t('forget.help')}
        confirmLabel={t('action.forget')}
        onConfirm={async () => {
          await onForget();
          message.success(t('forget.done'));
        }}
        onClose={() => setAsking(undefined)}
      />
    </Flex>
  );
}

function KeyCard({ hostKey }: { hostKey: HostKeyRow }) {
  const { t } = useTranslation('host-key');
  const { token } = theme.useToken();
  const isPinned = hostKey.state === 'pinned';
  return (
    <Flex
      vertical
      gap={token.marginXS}
      style={{
        padding: token.paddingSM,
        border: `${token.lineWidth}px solid ${isPinned ? token.colorBorderSecondary : token.colorErrorBorder}`,
        borderRadius: token.borderRadius,
      }}
    >
      <Flex gap={token.marginXS} align="center" wrap>
        <StatusTag tone={isPinned ? 'success' : 'error'}>{t(`state.${hostKey.state}`)}</StatusTag>
        <span>{hostKey.keyType}</span>
      </Flex>
      <Mono text={hostKey.fingerprint} />
      <span style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
        {seenWords(t, hostKey)} <TimeText value={hostKey.seen} />
      </span>
    </Flex>
  );
}

/** Who stands for it, and whose eyes saw it. */
function seenWords(t: TFunction<'host-key'>, { seenByName, seenByAccount, seenVia }: HostKeyRow): string {
  const name = personName(seenByName, seenByAccount);
  if (seenVia !== '') {
    return t('seen.via', { host: seenVia, name });
  }
  return seenByName === '' ? t('seen.unnamed') : t('seen.by', { name });
}
