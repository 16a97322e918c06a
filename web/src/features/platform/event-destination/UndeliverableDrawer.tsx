import { CheckCircleOutlined } from '@ant-design/icons';
import type { EventDestinationRow, UndeliverableEvent } from '@jadegate/contract/platform/event-destination';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Flex, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { PagedTable } from '../../../components/PagedTable.tsx';
import { SecondaryLine } from '../../../components/SecondaryLine.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useCan } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { undeliverableQuery, useResendUndeliverable } from './event-destination.queries.ts';

const WIDTH = 960;
const PAGE_SIZE = 20;

/** What a destination did not take within three days, to be sent again. */
export function UndeliverableDrawer({ open, target, onClose }: OverlayProps<EventDestinationRow>) {
  const { t } = useTranslation('event-destination');
  return (
    <Drawer
      open={open}
      title={t('title.undeliverable', { name: target?.name ?? '' })}
      size={WIDTH}
      onClose={onClose}
      destroyOnHidden
    >
      {target && <UndeliverableList id={target.id} />}
    </Drawer>
  );
}

function UndeliverableList({ id }: { id: string }) {
  const { t } = useTranslation('event-destination');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const can = useCan();
  const [page, setPage] = useState(1);
  const result = useQuery(undeliverableQuery(id, { pageIndex: page, pageSize: PAGE_SIZE }));
  const { mutateAsync: resend, isPending } = useResendUndeliverable();
  const send = async (ids?: string[]) => {
    const { count } = await resend({ id, ...(ids && { ids }) });
    message.success(t('message.resent', { count }));
  };
  const columns = [
    {
      key: 'at',
      title: t('field.at'),
      render: ({ at }: UndeliverableEvent) => <TimeText value={at} variant="exact" />,
    },
    {
      key: 'event',
      title: t('field.event'),
      render: ({ name, message: text }: UndeliverableEvent) => (
        <>
          {text}
          <SecondaryLine text={name} />
        </>
      ),
    },
    { key: 'problem', title: t('field.problem'), render: ({ problem }: UndeliverableEvent) => problem },
    ...(can('event-destination-resend')
      ? [
          {
            key: 'actions',
            title: t('field.actions'),
            render: (row: UndeliverableEvent) => (
              <Button
                type="link"
                size="small"
                disabled={isPending}
                aria-label={`${t('action.resend')} ${row.message}`}
                onClick={() => void send([row.id]).catch(() => undefined)}
              >
                {t('action.resend')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Flex vertical gap={token.margin}>
      <Flex justify="space-between" align="center" gap={token.margin} wrap>
        <Typography.Text type="secondary">{t('undeliverable.help')}</Typography.Text>
        {(result.data?.total ?? 0) > 0 && (
          <Can any={['event-destination-resend']}>
            <Button type="primary" loading={isPending} onClick={() => void send().catch(() => undefined)}>
              {t('action.resendAll', { count: result.data?.total ?? 0 })}
            </Button>
          </Can>
        )}
      </Flex>
      <PagedTable
        result={result}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        columns={columns}
        empty={{
          icon: <CheckCircleOutlined aria-hidden />,
          title: t('undeliverable.none'),
          description: t('undeliverable.noneHelp'),
        }}
      />
    </Flex>
  );
}
