import type { Vm } from '@jadegate/contract/fleet/vm';
import { isVmActionAllowed } from '@jadegate/contract/fleet/vm-state';
import { Switch, Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DescriptionList, type Description } from '../../../components/detail/DescriptionList.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useSetAutostart } from './vm.queries.ts';

/** What it is and what people said of it. */
export function VmFactsTab({ vm }: { vm: Vm }) {
  const { t } = useTranslation('vm');
  return (
    <DescriptionList
      items={[
        ...told(vm, t),
        {
          key: 'autostart',
          label: t('field.autostart'),
          value: vm.isAutostart !== null && <Autostart vm={vm} />,
        },
      ]}
    />
  );
}

function Autostart({ vm }: { vm: Vm }) {
  const { t } = useTranslation('vm');
  const can = useCan();
  const set = useSetAutostart();
  const action = vm.isAutostart ? 'autostart-off' : 'autostart-on';
  const refusal = !can('vm-power')
    ? t('hint.noPower')
    : vm.task !== null
      ? t('hint.doing', { action: t(`act.${vm.task.action}`) })
      : isVmActionAllowed(action, vm.state, vm.provider)
        ? undefined
        : t('hint.notNow');
  return (
    <Tooltip title={refusal}>
      <Switch
        aria-label={t('field.autostart')}
        checked={vm.isAutostart === true}
        loading={set.isPending || vm.task?.action === action}
        disabled={refusal !== undefined}
        onChange={(isOn) => set.mutate({ id: vm.id, isOn })}
      />
    </Tooltip>
  );
}

function told(vm: Vm, t: TFunction<'vm'>): Description[] {
  return [
    {
      key: 'ip',
      label: t('field.ip'),
      value: vm.ip !== '' && (
        <>
          <Mono text={vm.ip} /> {vm.ipSource && t(`addressSource.${vm.ipSource}`)}
        </>
      ),
    },
    { key: 'uuid', label: 'UUID', value: vm.uuid !== null && <Mono text={vm.uuid} /> },
    { key: 'title', label: t('field.title'), value: vm.title },
    { key: 'found', label: t('field.foundDescription'), value: vm.found?.description ?? '' },
    { key: 'owner', label: t('field.owner'), value: vm.ownerName },
    { key: 'department', label: t('field.department'), value: vm.department },
    {
      key: 'asset',
      label: t('field.asset'),
      value: vm.assetId && (
        <Can any={['asset-detail']} otherwise={vm.assetName}>
          <Link to={`/asset/${vm.assetId}`}>{vm.assetName}</Link>
        </Can>
      ),
    },
    {
      key: 'labels',
      label: t('field.labels'),
      value: Object.keys(vm.labels).length > 0 && (
        <TagList tags={Object.entries(vm.labels).map((pair) => pair.join('='))} max={10} />
      ),
    },
    { key: 'created', label: t('field.created'), value: <TimeText value={vm.created} variant="exact" /> },
    { key: 'description', label: t('field.description'), value: vm.description, wide: true },
  ];
}
