import { DownloadOutlined } from '@ant-design/icons';
import type { UserImportResult } from '@jadegate/contract/identity/user-import';
import { Alert, Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { csvText } from '../../../components/csv-text.ts';
import { Mono } from '../../../components/Mono.tsx';
import { saveText } from '../../../components/save-text.ts';
import { SmallTable } from '../../../components/SmallTable.tsx';

/** What was added, and the passwords that are shown this once. */
export function UserImportOutcome({ outcome }: { outcome: UserImportResult }) {
  const { t } = useTranslation('user');
  const { token } = theme.useToken();
  const { created, skipped, oneTime } = outcome;
  const save = () =>
    saveText(
      'jadegate-one-time-passwords.csv',
      csvText([
        [t('import.column.username'), t('import.oneTime')],
        ...oneTime.map(({ username, secret }) => [username, secret]),
      ]),
    );
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        type={created > 0 ? 'success' : 'info'}
        showIcon
        role="status"
        title={t('import.done', { count: created })}
        description={skipped > 0 ? t('import.skipped', { count: skipped }) : undefined}
      />
      {oneTime.length > 0 && (
        <>
          <Alert type="warning" showIcon title={t('import.oneTimeHelp')} />
          <SmallTable
            rowKey="username"
            dataSource={oneTime}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              { key: 'username', title: t('import.column.username'), dataIndex: 'username' },
              {
                key: 'secret',
                title: t('import.oneTime'),
                render: (_value, { secret }) => <Mono text={secret} />,
              },
            ]}
          />
          <Button icon={<DownloadOutlined aria-hidden />} style={{ alignSelf: 'flex-start' }} onClick={save}>
            {t('import.saveOneTime')}
          </Button>
        </>
      )}
    </Flex>
  );
}
