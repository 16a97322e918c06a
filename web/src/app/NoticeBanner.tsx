import { ExclamationCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons';
import { listNotices, type NoticeLevel } from '@jadegate/contract/notice';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../api/call.ts';

import styles from './NoticeBanner.module.css';

const ICONS: Record<NoticeLevel, ReactNode> = {
  danger: <ExclamationCircleFilled />,
  warning: <WarningFilled />,
  info: <InfoCircleFilled />,
};

const AGAIN_MS = 60_000;

function noticesQuery(language: string) {
  return queryOptions({
    // The sentences come in the language of the console.
    queryKey: ['notice', language],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: AGAIN_MS,
    // Whoever cannot be reached says so where something was asked for.
    meta: { errors: 'caller' },
  });
}

/** What whoever runs the installation should know, above every page of the back office. Nothing when there is nothing. */
export function NoticeBanner() {
  const { t, i18n } = useTranslation('app');
  const { data: notices = [] } = useQuery(noticesQuery(i18n.language));
  if (notices.length === 0) {
    return null;
  }
  return (
    <section className={styles.banner} aria-label={t('notice.label')}>
      {notices.map(({ id, level, text }) => (
        <p
          key={id}
          className={[styles.notice, styles[level]].join(' ')}
          role={level === 'danger' ? 'alert' : 'status'}
        >
          <span className={styles.icon} aria-hidden>
            {ICONS[level]}
          </span>
          {text}
        </p>
      ))}
    </section>
  );
}
