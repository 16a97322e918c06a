import type { DirectoryPerson } from '@jadegate/contract/identity/directory';
import { Flex, theme, type TableColumnType, type TableProps } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';

const TONES = { known: 'success', created: 'processing', refused: 'default' } as const;
const SHOWN_GROUPS = 3;

interface DirectoryPeopleTableProps {
  people: readonly DirectoryPerson[];
  rowSelection?: TableProps<DirectoryPerson>['rowSelection'];
}

/** People of a directory, and what they are or would be here. */
export function DirectoryPeopleTable({ people, rowSelection }: DirectoryPeopleTableProps) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const columns: TableColumnType<DirectoryPerson>[] = [
    {
      key: 'person',
      title: t('directory.person'),
      render: (_value, { username, nickname, dn }) => (
        <Flex vertical title={dn}>
          <span>{nickname || username}</span>
          <span style={{ color: token.colorTextSecondary }}>{username || t('directory.noName')}</span>
        </Flex>
      ),
    },
    { key: 'mail', title: t('directory.mail'), render: (_value, { mail }) => mail },
    {
      key: 'groups',
      title: t('directory.groups'),
      render: (_value, { groups }) => (
        <span title={groups.join(', ')}>
          {groups.slice(0, SHOWN_GROUPS).join(', ')}
          {groups.length > SHOWN_GROUPS && ` +${groups.length - SHOWN_GROUPS}`}
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t('directory.outcome'),
      render: (_value, { outcome, account, reason, state }) => (
        <Flex vertical align="flex-start" gap={token.marginXXS}>
          <StatusTag tone={TONES[outcome]} {...(outcome === 'created' && { icon: null })}>
            {t(`directory.outcomes.${outcome}`, { account })}
          </StatusTag>
          {state !== 'active' && <StatusTag tone="warning">{t(`directory.states.${state}`)}</StatusTag>}
          {reason !== '' && (
            <span style={{ maxWidth: 260, whiteSpace: 'normal', color: token.colorTextSecondary }}>
              {reason}
            </span>
          )}
        </Flex>
      ),
    },
  ];
  return (
    <SmallTable<DirectoryPerson>
      columns={columns}
      dataSource={[...people]}
      rowKey="subject"
      {...(rowSelection && { rowSelection })}
    />
  );
}
