import { EyeOutlined } from '@ant-design/icons';
import type { Participant } from '@jadegate/contract/session/session-notice';
import { Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

interface WatchersChipProps {
  people: readonly Participant[];
}

/** Somebody watches the session: said as long as it lasts, and aloud when it begins. */
export function WatchersChip({ people }: WatchersChipProps) {
  const { t } = useTranslation('session-share');
  const names = people.map(({ name }) => name).join('、');
  return (
    <span role="status">
      {people.length > 0 && (
        <Tooltip title={t('watched.by', { names })}>
          <Tag
            color="warning"
            icon={<EyeOutlined aria-hidden />}
            // A closer look by keyboard, too.
            tabIndex={0}
            aria-label={t('watched.by', { names })}
            style={{ marginInlineEnd: 0 }}
          >
            {t('watched.short')}
          </Tag>
        </Tooltip>
      )}
    </span>
  );
}
