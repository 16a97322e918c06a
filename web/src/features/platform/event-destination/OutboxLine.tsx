import { useQuery } from '@tanstack/react-query';
import { Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../../format/size.ts';
import { eventOutboxQuery } from './event-destination.queries.ts';

/** What is kept in the house, and where programs and people read what events are. */
export function OutboxLine() {
  const { t } = useTranslation('event-destination');
  const { token } = theme.useToken();
  const { data } = useQuery(eventOutboxQuery());
  if (data === undefined) {
    return null;
  }
  const { kept, bytes, maxBytes, sequence, pullDays } = data;
  const facts = [
    t('outbox.kept', { count: kept, size: formatSize(bytes), most: formatSize(maxBytes) }),
    t('outbox.sequence', { sequence: sequence.toLocaleString() }),
    pullDays === 0 ? t('outbox.pullOff') : t('outbox.pull', { count: pullDays }),
  ];
  return (
    <Flex wrap gap={token.margin} style={{ color: token.colorTextSecondary, marginBottom: token.marginSM }}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <Typography.Link href="/docs/events" target="_blank" rel="noreferrer">
        {t('outbox.catalogue')}
      </Typography.Link>
    </Flex>
  );
}
