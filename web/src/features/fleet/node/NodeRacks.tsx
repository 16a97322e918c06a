import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  DatabaseOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import type { NodeRack, RackedNode } from '@jadegate/contract/fleet/node-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, theme, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { memo, useDeferredValue, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { degrees } from '../../../format/figure.ts';
import { nodeRacksQuery } from './node.queries.ts';
import { bySite, layRack, type PlacedNode } from './rack-layout.ts';

import css from './NodeRacks.module.css';

/** Physical hosts as they stand: site by site, rack by rack, unit by unit. */
export function NodeRacks() {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { data: read, error, isFetching, refetch } = useQuery(nodeRacksQuery);
  // A thousand hosts take their time to be drawn: that is done between frames, so that nobody who scrolls notices.
  const data = useDeferredValue(read);
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader
        title={t('title.racks')}
        description={t('title.racksDescription')}
        action={
          <Link to="/node">
            <Button tabIndex={-1}>{t('action.table')}</Button>
          </Link>
        }
      />
      {data === undefined ? (
        <LoadState {...{ error, isFetching, refetch }} />
      ) : data.length === 0 ? (
        <EmptyState
          icon={<DatabaseOutlined aria-hidden />}
          title={t('empty.racks')}
          description={t('empty.racksHelp')}
        />
      ) : (
        <Sites racks={data} />
      )}
    </Flex>
  );
}

const Sites = memo(function Sites({ racks }: { racks: readonly NodeRack[] }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  return bySite(racks).map(({ site, racks: here }) => (
    <section key={site} aria-label={site || t('rack.noSite')}>
      <Typography.Title level={5} style={{ marginTop: 0 }}>
        {site || t('rack.noSite')}
      </Typography.Title>
      <Flex wrap gap={token.marginLG} align="flex-start">
        {here.map((rack) => (
          <Rack key={`${rack.room} ${rack.rack}`} rack={rack} />
        ))}
      </Flex>
    </section>
  ));
});

/** One in which nothing has changed stays as it is. */
const Rack = memo(function Rack({ rack }: { rack: NodeRack }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { units, lanes, placed, loose } = layRack(rack);
  const title = [rack.room, rack.rack].filter((part) => part !== '').join(' / ');
  const colours = {
    '--rack-edge': token.colorBorder,
    '--rack-back': token.colorBgContainer,
    '--rack-number': token.colorTextTertiary,
    '--rack-slot': token.colorFillQuaternary,
  } as CSSProperties;
  return (
    <section aria-label={title} className={css.place}>
      <Flex justify="space-between" gap={token.marginSM}>
        <Typography.Text strong ellipsis={{ tooltip: title }} style={{ maxWidth: 200 }}>
          {title}
        </Typography.Text>
        <Typography.Text type="secondary">{t('rack.count', { count: rack.nodes.length })}</Typography.Text>
      </Flex>
      <div className={css.rack} style={colours}>
        <span
          className={css.slots}
          style={{ gridRow: `1 / span ${units}`, gridColumn: `2 / span ${lanes}` }}
          aria-hidden
        />
        {Array.from({ length: units }, (_, at) => (
          <span key={at} className={css.number} style={{ gridRow: at + 1 }} aria-hidden>
            {units - at}
          </span>
        ))}
        {placed.map((one) => (
          <RackedLink key={one.node.id} node={one.node} placed={one} />
        ))}
      </div>
      {loose.length > 0 && (
        <Flex vertical style={{ marginTop: token.marginXS, maxWidth: 260 }}>
          <Typography.Text type="secondary">{t('hint.noUnit')}</Typography.Text>
          {loose.map((node) => (
            <RackedLink key={node.id} node={node} />
          ))}
        </Flex>
      )}
    </section>
  );
});

function RackedLink({ node, placed }: { node: RackedNode; placed?: PlacedNode }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { tone, back, icon } = useLook(node);
  const words = describe(node, placed, t);
  const style = {
    '--node-tone': tone,
    '--node-back': back,
    '--node-text': token.colorText,
    ...(placed && { gridRow: `${placed.row} / span ${placed.height}`, gridColumn: placed.lane + 2 }),
  } as CSSProperties;
  return (
    <Link to={`/node/${node.id}`} className={css.node} style={style} title={words} aria-label={words}>
      <span style={{ color: tone }}>{icon}</span>
      <span className={css.name}>{node.name}</span>
    </Link>
  );
}

/** By icon as well as by colour. */
function useLook({ status, lifecycle }: RackedNode): { tone: string; back: string; icon: ReactNode } {
  const { token } = theme.useToken();
  if (lifecycle !== 'active') {
    return {
      tone: token.colorTextTertiary,
      back: token.colorFillSecondary,
      icon: <ToolOutlined aria-hidden />,
    };
  }
  if (status === 'online') {
    return {
      tone: token.colorSuccess,
      back: token.colorSuccessBg,
      icon: <CheckCircleOutlined aria-hidden />,
    };
  }
  if (status === 'degraded') {
    return {
      tone: token.colorWarning,
      back: token.colorWarningBg,
      icon: <ExclamationCircleOutlined aria-hidden />,
    };
  }
  return status === 'unknown'
    ? {
        tone: token.colorTextTertiary,
        back: token.colorFillSecondary,
        icon: <MinusCircleOutlined aria-hidden />,
      }
    : { tone: token.colorError, back: token.colorErrorBg, icon: <CloseCircleOutlined aria-hidden /> };
}

function describe(
  { name, status, lifecycle, cpuPct, tempC }: RackedNode,
  placed: PlacedNode | undefined,
  t: TFunction<'node'>,
): string {
  return [
    name,
    lifecycle === 'active' ? t(`status.${status}`) : t(`lifecycle.${lifecycle}`),
    placed === undefined
      ? ''
      : placed.height === 1
        ? `U${placed.bottom}`
        : t('hint.units', { from: placed.bottom, to: placed.top }),
    cpuPct === null ? '' : `CPU ${Math.round(cpuPct)}%`,
    tempC === null ? '' : degrees(tempC),
    placed !== undefined && placed.lane > 0 ? t('hint.overlap') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
