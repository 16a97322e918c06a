import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import type { Node } from '@jadegate/contract/fleet/node';
import { Flex, theme, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { DescriptionList, type Description } from '../../../components/detail/DescriptionList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatSize } from '../../../format/size.ts';
import { placeOf } from './node-words.ts';
import { NodeExpectation } from './NodeExpectation.tsx';

/** What people said of it, what was found, and whether the two agree. */
export function NodeFactsTab({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginLG}>
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

function told(node: Node, t: TFunction<'node'>): Description[] {
  return [
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
