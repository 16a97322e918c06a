import { ShareAltOutlined, UserOutlined } from '@ant-design/icons';
import type { Command, CommandQuery } from '@jadegate/contract/access/command';
import { Flex, Typography } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { createdColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';

const CONTENT_WIDTH = 360;
const ACTIONS_WIDTH = 224;

/** The columns of a list of commands; `actions` is what stands at the end of a row. */
export function commandColumns(
  t: TFunction<'command'>,
  actions: (row: Command) => ReactNode,
): ListColumn<Command, CommandQuery>[] {
  return [
    nameColumn(t('field.name')),
    {
      key: 'content',
      title: t('field.content'),
      render: ({ content }) => <Content content={content} t={t} />,
    },
    {
      key: 'shared',
      title: t('field.shared'),
      render: ({ shared }) =>
        shared ? (
          <StatusTag tone="processing" icon={<ShareAltOutlined aria-hidden />}>
            {t('status.shared')}
          </StatusTag>
        ) : (
          <StatusTag icon={<UserOutlined aria-hidden />}>{t('status.own')}</StatusTag>
        ),
    },
    {
      key: 'owner',
      title: t('field.owner'),
      render: ({ ownerName, ownerAccount }) => <PersonText name={ownerName} account={ownerAccount} />,
    },
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), ACTIONS_WIDTH, actions),
  ];
}

/** The first line, and how many there are. */
function Content({ content, t }: { content: string; t: TFunction<'command'> }) {
  const lines = content.trim().split('\n');
  return (
    <Flex gap={8} align="baseline">
      <Mono text={lines[0] ?? ''} maxWidth={CONTENT_WIDTH} canCopy={false} />
      {lines.length > 1 && (
        <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
          {t('status.lines', { count: lines.length })}
        </Typography.Text>
      )}
    </Flex>
  );
}
