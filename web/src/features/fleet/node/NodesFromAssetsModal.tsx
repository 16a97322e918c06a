import { useQuery } from '@tanstack/react-query';
import { Alert, App, Flex, Modal, theme } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { HostPicker } from '../../../components/form/HostPicker.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { sshAssetsQuery, useNodesFromAssets } from './node.queries.ts';

interface NodesFromAssetsModalProps {
  open: boolean;
  onClose: () => void;
}

const MOST_AT_ONCE = 100;

/** Makes nodes of assets that are there already. */
export function NodesFromAssetsModal({ open, onClose }: NodesFromAssetsModalProps) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const pickerId = useId();
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
        <label htmlFor={pickerId}>{t('help.fromAssets')}</label>
        <HostPicker
          id={pickerId}
          hosts={assets.data}
          isLoading={assets.isFetching}
          placeholder={t('placeholder.assets')}
          value={chosen}
          onChange={setChosen}
          max={MOST_AT_ONCE}
        />
        {assets.error && <LoadState {...assets} />}
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
