import { ClockCircleOutlined } from '@ant-design/icons';
import { Flex, Popover, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { exactTime } from '../../../components/relative-time.ts';
import { ServerZone } from '../../../components/week/ServerZone.tsx';
import { WindowList } from '../../../components/week/WindowList.tsx';
import type { GrantView } from './authorised.queries.ts';

/** From when to when, and in which hours of the week. */
export function GrantPeriod({ startsAt, endsAt, timePeriod }: GrantView) {
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  return (
    <Flex vertical>
      <span style={{ whiteSpace: 'nowrap' }}>{useSpan(startsAt, endsAt)}</span>
      {timePeriod.length > 0 && (
        <Popover
          content={
            <>
              <WindowList windows={timePeriod} />
              <ServerZone />
            </>
          }
          trigger={['hover', 'focus']}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the hours must be reachable by keyboard */}
          <span tabIndex={0} style={{ color: token.colorTextSecondary, alignSelf: 'flex-start' }}>
            <ClockCircleOutlined aria-hidden /> {t('period.windows')}
          </span>
        </Popover>
      )}
    </Flex>
  );
}

function useSpan(startsAt: string | null, endsAt: string | null): string {
  const { t } = useTranslation('authorised');
  const exact = (iso: string) => exactTime(Date.parse(iso));
  if (startsAt !== null && endsAt !== null) {
    return t('period.fromTo', { from: exact(startsAt), to: exact(endsAt) });
  }
  if (startsAt !== null) {
    return t('period.from', { from: exact(startsAt) });
  }
  return endsAt === null ? t('period.always') : t('period.to', { to: exact(endsAt) });
}
