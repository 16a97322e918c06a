import type { Vm } from '@jadegate/contract/fleet/vm';
import { isVmActionAllowed } from '@jadegate/contract/fleet/vm-state';
import { Alert, Button, Flex, theme } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DescriptionList, type Description } from '../../../components/detail/DescriptionList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import type { OpenOverlay } from '../../../hooks/useOverlays.ts';
import { diskOf, memoryOf, percentOr, rateOr, sizeOr } from './vm-words.ts';
import { VmCharts } from './VmCharts.tsx';
import type { VmTargets } from './VmOverlays.tsx';
import { VmStateTag } from './VmStateTag.tsx';

interface VmOverviewTabProps {
  vm: Vm;
  open: OpenOverlay<VmTargets>;
}

/** How it is, what became of the last thing that was done with it, and how it did. */
export function VmOverviewTab({ vm, open }: VmOverviewTabProps) {
  const { t } = useTranslation('vm');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginLG}>
      <Notices vm={vm} open={open} />
      <DescriptionList items={now(vm, t)} />
      <VmCharts id={vm.id} />
    </Flex>
  );
}

/** A guest that did not answer is offered the hard way, and nothing is done by itself. */
function Notices({ vm, open }: VmOverviewTabProps) {
  const { t } = useTranslation('vm');
  const { missingSince, lastTask, task, state } = vm;
  const over = task === null ? lastTask : null;
  return (
    <>
      {missingSince !== null && (
        <Alert
          type="error"
          showIcon
          title={t('notice.missing')}
          description={
            <>
              {t('notice.missingSince')} <TimeText value={missingSince} variant="exact" />
            </>
          }
          action={
            <Can any={['vm-del']}>
              <Button danger onClick={() => open('removal', [vm])}>
                {t('action.delete')}
              </Button>
            </Can>
          }
        />
      )}
      {task && (
        <Alert
          type="info"
          showIcon
          title={t('hint.doing', { action: t(`act.${task.action}`) })}
          description={
            <>
              {t('notice.until')} <TimeText value={task.deadlineAt} variant="exact" />
            </>
          }
        />
      )}
      {over?.state === 'unanswered' && isVmActionAllowed('poweroff', state, vm.provider) && (
        <Alert
          type="warning"
          showIcon
          title={t('notice.unanswered', { action: t(`act.${over.action}`) })}
          description={t('notice.unansweredHelp')}
          action={
            <Can any={['vm-power']}>
              <Button danger onClick={() => open('act', { vm, action: 'poweroff' })}>
                {t('act.poweroff')}
              </Button>
            </Can>
          }
        />
      )}
      {over && (over.state === 'failed' || over.state === 'interrupted') && (
        <Alert
          type={over.state === 'failed' ? 'error' : 'warning'}
          showIcon
          title={t(`notice.${over.state}`, { action: t(`act.${over.action}`) })}
          description={[over.message, over.detail].filter(Boolean).join(' ')}
        />
      )}
    </>
  );
}

function now(vm: Vm, t: TFunction<'vm'>): Description[] {
  const isOn = vm.seenState === 'running' || vm.seenState === 'paused';
  return [
    { key: 'state', label: t('field.state'), value: <VmStateTag vm={vm} /> },
    {
      key: 'seen',
      label: t('field.seen'),
      value: vm.seenAt && <TimeText value={vm.seenAt} variant="exact" />,
    },
    {
      key: 'node',
      label: t('field.node'),
      value: vm.nodeId && (
        <Can any={['node']} otherwise={vm.nodeName}>
          <Link to={`/node/${vm.nodeId}`}>{vm.nodeName}</Link>
        </Can>
      ),
    },
    { key: 'cluster', label: t('field.cluster'), value: [vm.cluster, vm.host].filter(Boolean).join(' / ') },
    {
      key: 'vcpus',
      label: t('field.vcpus'),
      value: vm.vcpus === null ? '' : t('unit.vcpus', { count: vm.vcpus }),
    },
    { key: 'cpu', label: t('field.cpu'), value: isOn ? percentOr(vm.cpuPct) : '' },
    { key: 'memory', label: t('field.memory'), value: memoryOf(vm) },
    { key: 'rss', label: t('field.memRss'), value: vm.memRssBytes === null ? '' : sizeOr(vm.memRssBytes) },
    { key: 'disk', label: t('field.disk'), value: diskOf(vm) },
    {
      key: 'diskRate',
      label: t('field.diskRate'),
      value: isOn
        ? t('hint.readWrite', { read: rateOr(vm.diskReadBps), write: rateOr(vm.diskWriteBps) })
        : '',
    },
    {
      key: 'network',
      label: t('field.network'),
      value:
        isOn && (vm.netRxBps ?? vm.netTxBps) !== null
          ? `↓ ${rateOr(vm.netRxBps)} ↑ ${rateOr(vm.netTxBps)}`
          : '',
    },
  ];
}
