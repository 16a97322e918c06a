import type { IdentitySourceRow } from '@jadegate/contract/identity/identity-source';
import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useVisitSource } from './directory.queries.ts';

/** Lets through a synchronisation that was held: what is shown here, and no more than that. */
export function HeldSyncDialog({ open, target, onClose }: OverlayProps<IdentitySourceRow>) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const { mutateAsync } = useVisitSource();
  const { count, of, names } = target?.state.hold ?? { count: 0, of: 0, names: [] };
  return (
    <ConfirmModal
      open={open}
      onClose={onClose}
      title={t('held.title', { name: target?.name ?? '' })}
      consequence={
        <Flex vertical gap={token.marginSM}>
          <div>{t('held.help', { count, of })}</div>
          <div style={{ maxHeight: 160, overflowY: 'auto', color: token.colorTextSecondary }}>
            {names.join('、')}
            {count > names.length && t('held.more', { count: count - names.length })}
          </div>
        </Flex>
      }
      confirmLabel={t('held.confirm', { count })}
      typeName={target?.name ?? ''}
      onConfirm={() => mutateAsync({ id: target?.id ?? '', allowedLosses: count })}
    />
  );
}
