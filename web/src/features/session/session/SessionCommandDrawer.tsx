import { CodeOutlined } from '@ant-design/icons';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, Input, Segmented, type TableColumnsType } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { sessionCommandsQuery } from './command.queries.ts';
import { CommandOutput } from './CommandOutput.tsx';
import { CommandRisk } from './CommandRisk.tsx';
import { CommandText } from './CommandText.tsx';
import { clockText } from './player/timeline.ts';
import { sessionName } from './session-name.ts';
import { openBeside, playbackPath } from './session-path.ts';

const PAGE_SIZE = 20;
const COMMAND_WIDTH = 420;

/** What was typed in one session, what came of it, and the way to the moment. */
export function SessionCommandDrawer({ open, target: session, onClose }: OverlayProps<SessionRow>) {
  const { t } = useTranslation('session-command');
  const name = session ? sessionName(session) : '';
  return (
    <Drawer open={open} size="90%" title={t('title.session', { name })} onClose={onClose} destroyOnHidden>
      {session && <Commands session={session} />}
    </Drawer>
  );
}

function Commands({ session }: { session: SessionRow }) {
  const { t } = useTranslation('session-command');
  const [page, setPage] = useState(1);
  const [sought, setSought] = useState('');
  const [isRiskyOnly, setRiskyOnly] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...sessionCommandsQuery(session.id, {
      pageIndex: page,
      pageSize: PAGE_SIZE,
      ...(sought !== '' && { command: sought }),
      ...(isRiskyOnly && { riskLevel: 1 }),
    }),
    meta: { errors: 'caller' },
  });
  const columns = useMemo(() => columnsOf(t, session, page), [t, session, page]);
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const isFiltered = sought !== '' || isRiskyOnly;
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap>
        <Input.Search
          allowClear
          style={{ maxWidth: 320 }}
          placeholder={t('placeholder.command')}
          aria-label={t('placeholder.command')}
          onSearch={(text) => {
            setSought(text.trim());
            setPage(1);
          }}
        />
        <Segmented
          aria-label={t('field.risk')}
          value={isRiskyOnly ? 'risky' : 'all'}
          options={[
            { value: 'all', label: t('filter.all') },
            { value: 'risky', label: t('filter.risky') },
          ]}
          onChange={(value) => {
            setRiskyOnly(value === 'risky');
            setPage(1);
          }}
        />
      </Flex>
      {data.total === 0 ? (
        <EmptyState
          icon={<CodeOutlined aria-hidden />}
          title={t(isFiltered ? 'empty.noMatch' : 'empty.session')}
          description={t(isFiltered ? 'empty.noMatchHelp' : 'empty.sessionHelp')}
        />
      ) : (
        <SmallTable
          columns={columns}
          dataSource={data.items}
          loading={isFetching}
          pagination={{
            current: page,
            pageSize: PAGE_SIZE,
            total: data.total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPage,
          }}
        />
      )}
    </Flex>
  );
}

function columnsOf(
  t: ReturnType<typeof useTranslation<'session-command'>>['t'],
  session: SessionRow,
  page: number,
): TableColumnsType<SessionCommandRow> {
  return [
    {
      key: 'index',
      title: '#',
      align: 'right',
      width: 56,
      render: (_value, _row, index) => (page - 1) * PAGE_SIZE + index + 1,
    },
    {
      key: 'command',
      title: t('field.command'),
      render: (_value, row) => <CommandText command={row} maxWidth={COMMAND_WIDTH} />,
    },
    {
      key: 'typedBy',
      title: t('field.typedBy'),
      render: (_value, { typedBy, typedByName }) => <PersonText name={typedByName} account={typedBy} />,
    },
    { key: 'risk', title: t('field.risk'), render: (_value, row) => <CommandRisk {...row} /> },
    {
      key: 'created',
      title: t('field.created'),
      render: (_value, { created }) => <TimeText value={created} variant="exact" />,
    },
    {
      key: 'result',
      title: t('field.result'),
      render: (_value, { result }) => <CommandOutput text={result} />,
    },
    {
      key: 'actions',
      title: t('field.actions'),
      align: 'right',
      fixed: 'right',
      render: (_value, { offset, command, isHidden }) => (
        <Can any={['offline-session-playback']}>
          <RefusableButton
            type="link"
            size="small"
            refusal={session.recording === '1' ? undefined : t('help.noRecording')}
            aria-label={t('action.playAt', {
              time: clockText(offset),
              command: isHidden ? t('hidden') : command,
            })}
            onClick={() => openBeside(playbackPath(session, offset))}
          >
            {t('action.play', { time: clockText(offset) })}
          </RefusableButton>
        </Can>
      ),
    },
  ];
}
