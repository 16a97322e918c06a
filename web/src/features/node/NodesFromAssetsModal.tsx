import { useQuery } from '@tanstack/react-query';
import { Alert, App, Flex, Modal, Select, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ErrorState } from '../../components/ErrorState.tsx';
import { sshAssetsQuery, useNodesFromAssets } from './node.queries.ts';

interface NodesFromAssetsModalProps {
  open: boolean;
  onClose: () => void;
}

/** Makes nodes of assets that are there already. */
export function NodesFromAssetsModal({ open, onClose }: NodesFromAssetsModalProps) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<string[]>([]);
  const assets = useQuery({ ...sshAssetsQuery(), enabled: open });
  const make = useNodesFromAssets();
  const skipped = make.data?.skipped ?? [];
  const close = () => {
    setChosen([]);
    make.reset();
    onClose();
  };
  const submit = async () => {
    const { created, skipped: left } = await make.mutateAsync(chosen);
    message.success(t('message.added', { count: created.length }));
    setChosen([]);
    if (left.length === 0) {
      close();
    }
  };
  return (
    <Modal
      open={open}
      title={t('action.fromAssets')}
      okText={t('action.add')}
      okButtonProps={{ disabled: chosen.length === 0, loading: make.isPending }}
      onOk={() => void submit().catch(() => undefined)}
      onCancel={close}
      destroyOnHidden
    >
      <Flex vertical gap={token.margin}>
        {t('help.fromAssets')}
        <Select
          mode="multiple"
          aria-label={t('field.assets')}
          placeholder={t('placeholder.assets')}
          value={chosen}
          onChange={setChosen}
          loading={assets.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          options={(assets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          maxCount={100}
        />
        {assets.error && (
          <ErrorState
            error={assets.error}
            onRetry={() => void assets.refetch()}
            isRetrying={assets.isFetching}
          />
        )}
        {make.error && <Alert type="error" showIcon title={make.error.message} />}
        {skipped.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t('hint.skipped', { count: skipped.length })}
            description={skipped.map(({ assetId, name, reason }) => (
              <div key={assetId}>{`${name}：${reason}`}</div>
            ))}
          />
        )}
      </Flex>
    </Modal>
  );
}
