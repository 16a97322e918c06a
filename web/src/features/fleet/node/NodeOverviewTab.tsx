import type { Node } from '@jadegate/contract/fleet/node';
import { Alert, Card, Flex, theme, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DescriptionList, type Description } from '../../../components/detail/DescriptionList.tsx';
import { ShareText } from '../../../components/ShareText.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatSize } from '../../../format/size.ts';
import { isOld, memoryPercent } from './node-words.ts';
import { NodeCharts } from './NodeCharts.tsx';
import { NodeStatusTag } from './NodeStatusTag.tsx';

/** A clock that is off by more than this makes logs hard to read. */
const SKEW_SECONDS = 30;

/** How it is, what is wrong with it and how it did. */
export function NodeOverviewTab({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginLG}>
      <Problems node={node} />
      <Figures node={node} />
      <DescriptionList items={now(node, t)} />
      <NodeCharts id={node.id} />
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

function now(node: Node, t: TFunction<'node'>): Description[] {
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
  ];
}
