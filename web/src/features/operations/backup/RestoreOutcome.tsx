import type { BackupResult } from '@jadegate/contract/operations/backup';
import { Alert, Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';

interface RestoreOutcomeProps {
  result: BackupResult;
  onClose: () => void;
}

/** What was done, until the person has read it. */
export function RestoreOutcome({ result, onClose }: RestoreOutcomeProps) {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const touched = result.sections.filter(({ created, replaced, kept }) => created + replaced + kept > 0);
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        type="success"
        showIcon
        role="status"
        title={t('outcome.title')}
        description={t('outcome.help')}
      />
      <SmallTable
        rowKey="section"
        dataSource={touched}
        columns={[
          {
            key: 'section',
            title: t('preview.section'),
            render: (_value, { section }) => t(`section.${section}`),
          },
          ...(['created', 'replaced', 'kept'] as const).map((name) => ({
            key: name,
            dataIndex: name,
            title: t(`outcome.${name}`),
            align: 'end' as const,
          })),
        ]}
      />
      <Button type="primary" style={{ alignSelf: 'flex-end' }} onClick={onClose}>
        {t('action.close')}
      </Button>
    </Flex>
  );
}
