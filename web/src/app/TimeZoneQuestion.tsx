import { ClockCircleFilled } from '@ant-design/icons';
import { updateSettings } from '@jadegate/contract/platform/setting-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';

import { call } from '../api/call.ts';
import { settingsQuery } from '../features/platform/setting/setting.queries.ts';
import { useCan } from '../hooks/account.ts';
import { useBranding } from '../hooks/branding.ts';
import { useChange } from '../hooks/useChange.ts';

import styles from './NoticeBanner.module.css';

/**
 * Asks whose clock the weekly hours mean, as long as nobody has said so and the server lives in another zone than this
 * administrator. Either answer is stored, so that it is asked once and of one person.
 */
export function TimeZoneQuestion() {
  const { t } = useTranslation('app');
  const { timeZone: current } = useBranding();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const mayAnswer = useCan()('setting') && current !== '' && own !== '' && own !== current;
  const { data } = useQuery({ ...settingsQuery(), enabled: mayAnswer });
  const choose = useChange(
    // Times come in the zone of the server: what was read before would be off by the difference.
    'everything',
    (zone: string) => call(updateSettings, { body: { 'time-zone': zone } }),
    { errors: 'toast' },
  );
  if (!mayAnswer || data?.['time-zone'] !== '') {
    return null;
  }
  return (
    <section className={[styles.notice, styles.info].join(' ')} aria-label={t('timeZone.label')}>
      <span className={styles.icon} aria-hidden>
        <ClockCircleFilled />
      </span>
      <Flex className={styles.text} wrap gap={8} justify="space-between" align="center">
        <span>{t('timeZone.question', { current, own })}</span>
        <Flex wrap gap={8}>
          <Button size="small" type="primary" loading={choose.isPending} onClick={() => choose.mutate(own)}>
            {t('timeZone.use', { zone: own })}
          </Button>
          <Button size="small" disabled={choose.isPending} onClick={() => choose.mutate(current)}>
            {t('timeZone.keep', { zone: current })}
          </Button>
        </Flex>
      </Flex>
    </section>
  );
}
