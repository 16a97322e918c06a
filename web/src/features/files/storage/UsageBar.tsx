import { Flex, Progress, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../../format/size.ts';

/** Nearly full from here on. */
const HIGH = 0.9;

/** How much of a space is used, as a bar where it has a limit. */
export function UsageBar({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation('storage');
  const isLimited = limit > 0;
  const share = isLimited ? Math.min(1, used / limit) : 0;
  const text = isLimited
    ? t('usage.of', { used: formatSize(used), limit: formatSize(limit) })
    : t('usage.unlimited', { used: formatSize(used) });
  return (
    <Flex vertical style={{ minWidth: 140, maxWidth: 320 }}>
      <Typography.Text type={share >= HIGH ? 'danger' : 'secondary'}>{text}</Typography.Text>
      {isLimited && (
        <Progress
          percent={Math.round(share * 100)}
          size="small"
          status={share >= HIGH ? 'exception' : 'normal'}
          format={(percent) => `${percent ?? 0}%`}
          aria-label={text}
        />
      )}
    </Flex>
  );
}
