import { CloseOutlined, ExclamationCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons';
import {
  listNotices,
  putNoticeAway,
  type Notice,
  type NoticeLevel,
} from '@jadegate/contract/platform/notice';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { call } from '../api/call.ts';
import { useCan } from '../hooks/account.ts';
import { useChange } from '../hooks/useChange.ts';
import { pageAt } from './navigation.ts';
import { mayOpen } from './side-menu.ts';
import { TimeZoneQuestion } from './TimeZoneQuestion.tsx';

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
    // A server that cannot be reached is reported by the page that asked for something; no second message here.
    meta: { errors: 'caller' },
  });
}

/** Notices to administrators (advisories, a full disk …), above every page of the back office; nothing without any. */
export function NoticeBanner() {
  const { t, i18n } = useTranslation('app');
  const { data: notices = [] } = useQuery(noticesQuery(i18n.language));
  return (
    <>
      {notices.length > 0 && (
        <section className={styles.banner} aria-label={t('notice.label')}>
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </section>
      )}
      <TimeZoneQuestion />
    </>
  );
}

function NoticeRow({ notice: { id, level, text, path, link, canPutAway } }: { notice: Notice }) {
  const { t } = useTranslation('app');
  const can = useCan();
  const page = path === undefined ? undefined : pageAt(path.replace(/\?.*/u, ''));
  const putAway = useChange(['notice'], () => call(putNoticeAway, { params: { id } }), { errors: 'toast' });
  return (
    <div className={[styles.notice, styles[level]].join(' ')}>
      <span className={styles.icon} aria-hidden>
        {ICONS[level]}
      </span>
      <p className={styles.text} role={level === 'danger' ? 'alert' : 'status'}>
        {text}
        {path !== undefined && page && mayOpen(page, can) && (
          <>
            {' '}
            <Link className={styles.link} to={path}>
              {t('notice.open', { page: t(page.label) })}
            </Link>
          </>
        )}
        {link && <NoticeLink address={link} />}
      </p>
      {canPutAway && (
        <Button
          className={styles.putAway}
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('notice.putAway')}
          title={t('notice.putAway')}
          loading={putAway.isPending}
          onClick={() => putAway.mutate(undefined)}
        />
      )}
    </div>
  );
}

/** Shown as the address it leads to: the words before it come from the same author and prove nothing. */
function NoticeLink({ address }: { address: string }) {
  return (
    <>
      {' '}
      <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>
    </>
  );
}
