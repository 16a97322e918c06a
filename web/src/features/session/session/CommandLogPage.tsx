import { CodeOutlined } from '@ant-design/icons';
import {
  COMMAND_ACTIONS,
  CommandListQuery,
  type CommandListRow,
} from '@jadegate/contract/session/session-command';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { commandLogQuery } from './command.queries.ts';
import { CommandRisk } from './CommandRisk.tsx';
import { CommandText } from './CommandText.tsx';
import { openBeside, playbackPath } from './session-path.ts';

const COMMAND_WIDTH = 460;
const RISKS = ['1', '0'] as const;

/** What everybody typed, in all sessions. */
export function CommandLogPage() {
  const { t } = useTranslation('session-command');
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListPage
      name="session-command"
      title={t('title.list')}
      description={t('title.description')}
      access={['session-command']}
      schema={CommandListQuery}
      read={commandLogQuery}
      columns={columns}
      nameOf={(row) => `${typistOf(row)} ${row.isHidden ? t('hidden') : row.command}`}
      search={{ name: 'command', placeholder: t('placeholder.command') }}
      filters={[
        { kind: 'person', name: 'userName', label: t('placeholder.user') },
        { kind: 'text', name: 'assetName', label: t('placeholder.asset') },
        {
          name: 'riskLevel',
          label: t('field.risk'),
          options: RISKS.map((value) => ({ value, label: t(`level.${value}`) })),
        },
        {
          name: 'action',
          label: t('field.action'),
          options: COMMAND_ACTIONS.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        { kind: 'range', names: ['from', 'to'], labels: [t('field.from'), t('field.to')] },
      ]}
      empty={{
        icon: <CodeOutlined aria-hidden />,
        title: t('empty.title'),
        description: t('empty.help'),
        action: null,
      }}
    />
  );
}

function typistOf({ typedByName, typedBy }: CommandListRow): string {
  return typedByName || typedBy;
}

function columnsOf(t: TFunction<'session-command'>): ListColumn<CommandListRow, CommandListQuery>[] {
  return [
    {
      key: 'created',
      card: 'line',
      title: t('field.created'),
      sort: 'created',
      always: true,
      render: ({ created }) => <TimeText value={created} variant="exact" />,
    },
    {
      key: 'typedBy',
      card: 'line',
      title: t('field.typedBy'),
      always: true,
      render: ({ typedBy, typedByName }) => <PersonText name={typedByName} account={typedBy} />,
    },
    {
      key: 'user',
      title: t('field.user'),
      render: ({ userName, userAccount }) => <PersonText name={userName} account={userAccount} />,
    },
    { key: 'asset', card: 'line', title: t('field.asset'), render: ({ assetName }) => assetName || '—' },
    {
      key: 'command',
      card: 'title',
      title: t('field.command'),
      always: true,
      render: (row) => <CommandText command={row} maxWidth={COMMAND_WIDTH} />,
    },
    { key: 'risk', card: 'line', title: t('field.risk'), render: (row) => <CommandRisk {...row} /> },
    {
      key: 'clientIp',
      title: t('field.clientIp'),
      offByDefault: true,
      render: ({ clientIp }) => <Mono text={clientIp} />,
    },
    actionsColumn(t('field.actions'), 110, (row) => (
      <Can any={['offline-session-playback']}>
        <RefusableButton
          type="link"
          size="small"
          refusal={row.isRecorded ? undefined : t('help.noRecording')}
          aria-label={`${t('action.open')} ${typistOf(row)} ${row.isHidden ? t('hidden') : row.command}`}
          onClick={() => openBeside(playbackPath({ id: row.sessionId, mode: row.mode }, row.offset))}
        >
          {t('action.open')}
        </RefusableButton>
      </Can>
    )),
  ];
}
