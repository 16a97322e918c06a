import { TeamOutlined } from '@ant-design/icons';
import type { Participant } from '@jadegate/contract/session/session-notice';
import { Flex, Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

interface ParticipantsChipProps {
  people: readonly Participant[];
}

/** Who else is in a session: how many, and by name on a closer look. */
export function ParticipantsChip({ people }: ParticipantsChipProps) {
  const { t } = useTranslation('session-share');
  if (people.length === 0) {
    return null;
  }
  const names = people.map(({ name, mode }) => t(`participant.${mode}`, { name }));
  return (
    <Tooltip
      title={
        <Flex vertical>
          {names.map((text, index) => (
            // The same person may be there twice.
            <span key={index}>{text}</span>
          ))}
        </Flex>
      }
    >
      <Tag
        color="processing"
        icon={<TeamOutlined aria-hidden />}
        // A closer look by keyboard, too.
        tabIndex={0}
        aria-label={`${t('participant.count', { count: people.length })}：${names.join('、')}`}
        style={{ marginInlineEnd: 0 }}
      >
        {t('participant.count', { count: people.length })}
      </Tag>
    </Tooltip>
  );
}
