import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import type { OwnSession } from '@jadegate/contract/session/own-session';
import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { ChoiceList } from '../../../components/ChoiceList.tsx';
import { exactTime, parseTime } from '../../../components/relative-time.ts';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { useBranding } from '../../../hooks/branding.ts';
import { ownSessionsQuery } from './session-frame.queries.ts';

interface OwnSessionsProps {
  /** Those that this window can show. */
  protocols: readonly Protocol[];
  /** Sessions that this window has already. */
  here: readonly string[];
  onChoose: (session: OwnSession) => void;
}

/** One's own live sessions in other windows and browsers, to go on with here. Nothing when there are none. */
export function OwnSessions({ protocols, here, onChoose }: OwnSessionsProps) {
  const { t } = useTranslation('session-frame');
  const { timeZone } = useBranding();
  const { data = [] } = useQuery(ownSessionsQuery());
  const elsewhere = data.filter(({ id, protocol }) => protocols.includes(protocol) && !here.includes(id));
  if (elsewhere.length === 0) {
    return null;
  }
  const since = (time: string) => exactTime(parseTime(time, timeZone) ?? 0);
  return (
    <section aria-label={t('own.title')} style={{ marginTop: 16 }}>
      <Typography.Text type="secondary">{t('own.title')}</Typography.Text>
      <ChoiceList
        label={t('own.title')}
        empty=""
        items={elsewhere.map((session) => ({
          key: session.id,
          title: session.assetName,
          text: t('own.since', { time: since(session.connectedTime), address: session.clientIp }),
          extra: (
            <StatusTag tone={session.isOpen ? 'processing' : 'warning'}>
              {t(session.isOpen ? 'own.open' : 'own.waiting')}
            </StatusTag>
          ),
          onChoose: () => onChoose(session),
        }))}
      />
    </section>
  );
}
