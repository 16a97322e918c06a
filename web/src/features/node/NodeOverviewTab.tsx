import type { HostFacts } from '@jadegate/contract/host-facts';
import type { Node } from '@jadegate/contract/node';
import { Alert, Card, Flex, theme, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { DescriptionList, type Description } from '../../components/detail/DescriptionList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ShareText } from '../../components/ShareText.tsx';
import { TagList } from '../../components/TagList.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatSize } from '../../format/size.ts';
import { isOld, memoryPercent, placeOf } from './node-words.ts';
import { NodeExpectation } from './NodeExpectation.tsx';
import { NodeStatusTag } from './NodeStatusTag.tsx';

/** A clock that is off by more than this makes logs hard to read. */
const SKEW_SECONDS = 30;

/** How it is, what is wrong with it and what it is. */
export function NodeOverviewTab({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginLG}>
      <Problems node={node} />
      <Figures node={node} />
      <DescriptionList items={told(node, t)} />
      <NodeExpectation node={node} />
      {node.facts ? (
        <section aria-label={t('title.facts')}>
          <Typography.Title level={5}>{t('title.facts')}</Typography.Title>
          <DescriptionList items={found(node.facts, t)} />
        </section>
      ) : (
        <EmptyState title={t('empty.facts')} description={t('empty.factsHelp')} />
      )}
    </Flex>
  );
}

function Problems({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const { problem, problems, seenAt, clockSkew, failures } = node;
  const parts = problems.filter(({ kind, section }) => section !== '' && kind !== problem?.kind);
  return (
    <>
      {problem && (
        <Alert
          type={problem.kind === 'unlinked' ? 'info' : failures > 0 ? 'error' : 'warning'}
          showIcon
          title={problem.section === '' ? problem.message : `${problem.message}（${problem.section}）`}
          description={
            <>
              <div>{problem.remedy}</div>
              {problem.detail !== '' && <Typography.Text code>{problem.detail}</Typography.Text>}
              {failures > 0 && seenAt !== null && (
                <div>
                  {t('hint.lastGood')} <TimeText value={seenAt} />
                </div>
              )}
              {(problem.kind === 'hostkey' || problem.kind === 'auth') && node.assetId !== null && (
                <Can any={['asset-detail']}>
                  <Link to={`/asset/${node.assetId}`}>{t('action.openAsset')}</Link>
                </Can>
              )}
            </>
          }
        />
      )}
      {clockSkew !== null && Math.abs(clockSkew) > SKEW_SECONDS && (
        <Alert type="warning" showIcon title={t('hint.clock', { count: Math.abs(clockSkew) })} />
      )}
      {parts.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('hint.parts')}
          description={parts.map(({ section, message }) => (
            <div key={section}>{`${section}：${message}`}</div>
          ))}
        />
      )}
    </>
  );
}

function Figures({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { latest } = node;
  if (!latest) {
    return null;
  }
  const old = isOld(node);
  const size = (value: number | null) => (value === null ? undefined : formatSize(value));
  const cells = [
    {
      key: 'cpu',
      percent: latest.cpuPct,
      detail: latest.load1 === null ? undefined : t('hint.load', { value: latest.load1 }),
    },
    { key: 'memory', percent: memoryPercent(node), detail: size(latest.memTotal) },
    { key: 'disk', percent: latest.fsMaxPct, detail: undefined },
  ] as const;
  return (
    <Flex wrap gap={token.marginSM}>
      {cells.map(({ key, percent, detail }) => (
        <Card key={key} size="small" style={{ flex: '1 1 180px' }} title={t(`field.${key}`)}>
          <ShareText percent={percent} detail={detail} isOld={old} />
        </Card>
      ))}
      {latest.tempMaxC !== null && (
        <Card size="small" style={{ flex: '1 1 180px' }} title={t('field.temperature')}>
          {`${Math.round(latest.tempMaxC)} °C`}
        </Card>
      )}
    </Flex>
  );
}

function told(node: Node, t: TFunction<'node'>): Description[] {
  return [
    { key: 'status', label: t('field.status'), value: <NodeStatusTag node={node} /> },
    {
      key: 'seen',
      label: t('field.seen'),
      value: node.seenAt && <TimeText value={node.seenAt} variant="exact" />,
    },
    {
      key: 'asset',
      label: t('field.asset'),
      value: node.assetId && (
        <Can any={['asset-detail']} otherwise={node.assetName}>
          <Link to={`/asset/${node.assetId}`}>{node.assetName}</Link>
        </Can>
      ),
    },
    { key: 'gateway', label: t('field.gateway'), value: node.gatewayName },
    { key: 'place', label: t('field.place'), value: placeOf(node) },
    { key: 'assetTag', label: t('field.assetTag'), value: node.assetTag },
    { key: 'department', label: t('field.department'), value: node.department },
    { key: 'warrantyUntil', label: t('field.warrantyUntil'), value: node.warrantyUntil },
    {
      key: 'labels',
      label: t('field.labels'),
      value: Object.keys(node.labels).length > 0 && (
        <TagList tags={Object.entries(node.labels).map((pair) => pair.join('='))} max={10} />
      ),
    },
    {
      key: 'poll',
      label: t('field.pollMs'),
      value: node.pollMs === null ? '' : t('unit.milliseconds', { count: node.pollMs }),
    },
    { key: 'description', label: t('field.description'), value: node.description, wide: true },
  ];
}

function found(facts: HostFacts, t: TFunction<'node'>): Description[] {
  const { hostname, os, virtualisation, hardware, cpu, memory, bootedAt } = facts;
  const size = (value: number | null) => (value === null ? '' : formatSize(value));
  const counts = [
    cpu.sockets === null ? '' : t('unit.sockets', { count: cpu.sockets }),
    cpu.cores === null ? '' : t('unit.cores', { count: cpu.cores }),
    cpu.threads === null ? '' : t('unit.threads', { count: cpu.threads }),
  ].filter((part) => part !== '');
  return [
    { key: 'hostname', label: t('field.hostname'), value: hostname },
    { key: 'os', label: t('field.os'), value: os.pretty },
    { key: 'kernel', label: t('field.kernel'), value: [os.kernel, os.arch].filter(Boolean).join(' ') },
    {
      key: 'virtualisation',
      label: t('field.virtualisation'),
      value: virtualisation === 'none' ? t('hint.bare') : virtualisation,
    },
    {
      key: 'hardware',
      label: t('field.hardware'),
      value: [hardware.vendor, hardware.product].filter(Boolean).join(' '),
    },
    { key: 'serial', label: t('field.serial'), value: hardware.serial ?? t('hint.serial') },
    {
      key: 'cpuModel',
      label: t('field.cpu'),
      value: [cpu.model, counts.join(' · ')].filter(Boolean).join('，'),
    },
    { key: 'memory', label: t('field.memory'), value: size(memory.totalBytes) },
    { key: 'swap', label: t('field.swap'), value: size(memory.swapBytes) },
    {
      key: 'bios',
      label: t('field.bios'),
      value: [hardware.biosVersion, hardware.biosDate].filter(Boolean).join(' '),
    },
    {
      key: 'booted',
      label: t('field.booted'),
      value: bootedAt && <TimeText value={bootedAt} variant="exact" />,
    },
  ];
}
