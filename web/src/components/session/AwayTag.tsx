import { HourglassOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../StatusTag.tsx';

const TICK_MS = 1000;

/** `1:05`, and never below zero: the server ends it a moment later. */
function timeLeft(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The browser of a session is gone: how long the session waits for it. `until` is ISO 8601. */
export function AwayTag({ until }: { until: string }) {
  const { t } = useTranslation('parts');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <StatusTag tone="warning" icon={<HourglassOutlined aria-hidden />}>
      {t('away', { left: timeLeft(Date.parse(until), now) })}
    </StatusTag>
  );
}
