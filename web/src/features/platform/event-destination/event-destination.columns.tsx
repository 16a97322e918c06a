import type {
  EventDestinationQuery,
  EventDestinationRow,
} from '@jadegate/contract/platform/event-destination';
import { Button, Flex, Typography } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { SecondaryLine } from '../../../components/SecondaryLine.tsx';
import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { DESTINATION_ICONS } from './destination-icons.tsx';

const PLACE_WIDTH = 220;
const PROBLEM_WIDTH = 240;
const TONES: Record<EventDestinationRow['state'], StatusTone> = {
  ok: 'success',
  new: 'default',
  failing: 'error',
  off: 'default',
};

const HOUR = 3600;

/** Nobody counts the minutes of a day. */
function roundedLag(seconds: number): number {
  const unit = seconds >= 2 * HOUR ? HOUR : 60;
  return Math.round(seconds / unit) * unit;
}

interface Parts {
  t: TFunction<'event-destination'>;
  renderActions: (row: EventDestinationRow) => ReactNode;
  onUndeliverable: (row: EventDestinationRow) => void;
}

export function eventDestinationColumns({
  t,
  renderActions,
  onUndeliverable,
}: Parts): ListColumn<EventDestinationRow, EventDestinationQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: ({ name, kind }) => {
        const Icon = DESTINATION_ICONS[kind];
        return (
          <Flex align="center" gap={8}>
            <Icon aria-hidden />
            {name}
          </Flex>
        );
      },
    },
    {
      key: 'place',
      title: t('field.place'),
      render: ({ kind, place }) => (
        <Flex vertical>
          {t(`kind.${kind}`)}
          {place !== '' && <Mono text={place} maxWidth={PLACE_WIDTH} />}
        </Flex>
      ),
    },
    {
      key: 'state',
      title: t('field.state'),
      render: ({ state, problem, isClosing, failingSince }) => (
        <Flex vertical align="flex-start" gap={4}>
          <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>
          {isClosing && <StatusTag tone="error">{t('state.closing')}</StatusTag>}
          {state === 'failing' && problem !== '' && (
            // In full: why stands at the end of it, behind an address that may be long.
            <Typography.Text
              type="secondary"
              style={{ maxWidth: PROBLEM_WIDTH, fontSize: '0.85em', overflowWrap: 'anywhere' }}
            >
              {problem}
            </Typography.Text>
          )}
          {state === 'failing' && failingSince !== '' && (
            <Typography.Text type="secondary" style={{ fontSize: '0.85em' }}>
              {t('field.failingSince')} <TimeText value={failingSince} />
            </Typography.Text>
          )}
        </Flex>
      ),
    },
    {
      key: 'waiting',
      title: t('field.waiting'),
      numeric: true,
      render: ({ waiting, lagSeconds }) => (
        <Flex vertical align="flex-end">
          {waiting.toLocaleString()}
          {lagSeconds >= 60 && (
            <SecondaryLine text={t('lag', { time: formatDuration(roundedLag(lagSeconds)) })} />
          )}
        </Flex>
      ),
    },
    { key: 'sent', title: t('field.sent'), numeric: true, render: ({ sent }) => sent.toLocaleString() },
    {
      key: 'undeliverable',
      title: t('field.undeliverable'),
      numeric: true,
      render: (row) =>
        row.undeliverable === 0 ? (
          0
        ) : (
          <Button type="link" size="small" danger onClick={() => onUndeliverable(row)}>
            {row.undeliverable.toLocaleString()}
          </Button>
        ),
    },
    {
      key: 'lastOk',
      title: t('field.lastOk'),
      render: ({ lastOk }) => (lastOk === '' ? '—' : <TimeText value={lastOk} />),
    },
    {
      key: 'dropped',
      title: t('field.dropped'),
      numeric: true,
      offByDefault: true,
      render: ({ dropped }) => dropped.toLocaleString(),
    },
    actionsColumn(t('field.actions'), 110, renderActions),
  ];
}
