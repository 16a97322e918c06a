import type { GpuRow } from '@jadegate/contract/fleet/gpu';
import { Flex, Tooltip, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { Mono } from '../../../components/Mono.tsx';
import { personName } from '../../../components/person-name.ts';

/** Who has processes on it: people first, then accounts behind which nobody is known. */
export function GpuUsers({ gpu: { people, accounts } }: { gpu: Pick<GpuRow, 'people' | 'accounts'> }) {
  const { t } = useTranslation('gpu');
  if (people.length === 0 && accounts.length === 0) {
    return '—';
  }
  return (
    <Flex vertical>
      {people.map(({ id, nickname, username }) => (
        <span key={id}>{personName(nickname, username)}</span>
      ))}
      {accounts.map((account) => (
        <Tooltip key={account} title={t('hint.accountOnly')}>
          <Typography.Text type="secondary">
            <Mono text={account} />
          </Typography.Text>
        </Tooltip>
      ))}
    </Flex>
  );
}
