import { CameraOutlined } from '@ant-design/icons';
import type { Vm } from '@jadegate/contract/fleet/vm';
import { isVmActionAllowed, SNAPSHOT_NAME, type VmSnapshot } from '@jadegate/contract/fleet/vm-state';
import { App, Button, Flex, Input, theme } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { UNKNOWN } from './vm-words.ts';
import { useCreateSnapshot, useRemoveSnapshot, useRevertSnapshot } from './vm.queries.ts';

interface Chosen {
  snapshot: VmSnapshot;
  what: 'revert' | 'remove';
}

/** What was kept of a machine, and how to get back to it. */
export function VmSnapshotsTab({ vm }: { vm: Vm }) {
  const { t } = useTranslation('vm');
  const { token } = theme.useToken();
  const making = useOverlay<undefined>();
  const chosen = useOverlay<Chosen>();
  const snapshots = vm.found?.snapshots ?? [];
  const isFree = vm.task === null;
  const mayMake = isFree && isVmActionAllowed('snapshot-create', vm.state, vm.provider);
  const mayChange = isFree && !vm.isProtected && isVmActionAllowed('snapshot-revert', vm.state, vm.provider);
  const create = (
    <Can any={['vm-snapshot']}>
      <Button
        icon={<CameraOutlined aria-hidden />}
        disabled={!mayMake}
        onClick={() => making.open(undefined)}
      >
        {t('act.snapshot-create')}
      </Button>
    </Can>
  );
  return (
    <Flex vertical gap={token.margin} align="start">
      {snapshots.length === 0 ? (
        <EmptyState
          icon={<CameraOutlined aria-hidden />}
          title={t('empty.snapshots')}
          description={t('empty.snapshotsHelp')}
          action={create}
        />
      ) : (
        <>
          {create}
          <SmallTable<VmSnapshot>
            rowKey="name"
            style={{ width: '100%' }}
            dataSource={snapshots}
            columns={[
              { key: 'name', title: t('field.name'), render: (_value, { name }) => name },
              {
                key: 'createdAt',
                title: t('field.made'),
                render: (_value, { createdAt }) =>
                  createdAt === null ? UNKNOWN : <TimeText value={createdAt} variant="exact" />,
              },
              {
                key: 'state',
                title: t('field.snapshotState'),
                render: (_value, { state }) => (state === null ? UNKNOWN : madeWhile(state, t)),
              },
              { key: 'parent', title: t('field.parent'), render: (_value, { parent }) => parent ?? UNKNOWN },
              {
                key: 'actions',
                title: t('field.actions'),
                render: (_value, snapshot) => (
                  <Can any={['vm-snapshot']} otherwise={UNKNOWN}>
                    <Button
                      size="small"
                      type="link"
                      disabled={!mayChange}
                      onClick={() => chosen.open({ snapshot, what: 'revert' })}
                    >
                      {t('act.snapshot-revert')}
                    </Button>
                    <Button
                      size="small"
                      type="link"
                      danger
                      disabled={!mayChange}
                      onClick={() => chosen.open({ snapshot, what: 'remove' })}
                    >
                      {t('act.snapshot-delete')}
                    </Button>
                  </Can>
                ),
              },
            ]}
          />
        </>
      )}
      <CreateModal vm={vm} open={making.isOpen} onClose={making.close} />
      <ChangeModal vm={vm} chosen={chosen.target} open={chosen.isOpen} onClose={chosen.close} />
    </Flex>
  );
}

function madeWhile(state: string, t: ReturnType<typeof useTranslation<'vm'>>['t']): string {
  return state === 'running' ? t('hint.withMemory') : state === 'shutoff' ? t('hint.diskOnly') : state;
}

interface ModalProps {
  vm: Vm;
  open: boolean;
  onClose: () => void;
}

function CreateModal({ vm, open, onClose }: ModalProps) {
  const { t } = useTranslation('vm');
  const { message } = App.useApp();
  const create = useCreateSnapshot(vm.id);
  const [name, setName] = useState('');
  const id = useId();
  const isBad = name !== '' && !SNAPSHOT_NAME.test(name);
  const send = async () => {
    await create.mutateAsync({ name, reason: '' });
    message.info(t('message.begun', { name: vm.name, action: t('act.snapshot-create') }));
    setName('');
  };
  return (
    <ConfirmModal
      open={open}
      title={t('confirm.snapshot.title', { name: vm.name })}
      danger={false}
      consequence={
        <>
          {t('consequence.snapshot-create')}
          <label htmlFor={id} style={{ display: 'block', marginBlock: 8 }}>
            {t('field.snapshotName')}
          </label>
          <Input
            id={id}
            autoComplete="off"
            maxLength={64}
            status={isBad ? 'error' : ''}
            value={name}
            onChange={(event) => setName(event.target.value.trim())}
          />
          {isBad && <div role="alert">{t('help.snapshotName')}</div>}
        </>
      }
      confirmLabel={t('act.snapshot-create')}
      onConfirm={send}
      onClose={onClose}
    />
  );
}

function ChangeModal({ vm, open, onClose, chosen }: ModalProps & { chosen: Chosen | undefined }) {
  const { t } = useTranslation('vm');
  const { message } = App.useApp();
  const revert = useRevertSnapshot(vm.id);
  const remove = useRemoveSnapshot(vm.id);
  if (!chosen) {
    return null;
  }
  const { snapshot, what } = chosen;
  const action = what === 'revert' ? 'snapshot-revert' : 'snapshot-delete';
  const send = async (reason: string) => {
    const change = what === 'revert' ? revert : remove;
    await change.mutateAsync({ name: snapshot.name, expectedState: vm.state, confirm: vm.name, reason });
    message.info(t('message.begun', { name: vm.name, action: t(`act.${action}`) }));
  };
  return (
    <ConfirmModal
      key={`${snapshot.name} ${what}`}
      open={open}
      title={t(`confirm.${what}.title`, { name: vm.name, snapshot: snapshot.name })}
      consequence={t(`consequence.${action}`)}
      reason="needed"
      typeName={vm.name}
      confirmLabel={t(`act.${action}`)}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
