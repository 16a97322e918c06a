import { useEffect, useState } from 'react';

import { parseTime } from '../../../components/relative-time.ts';
import { formatDuration } from '../../../format/duration.ts';
import { useBranding } from '../../../hooks/branding.ts';

interface DurationProps {
  /** As the wire has them. Without an end it is still going on. */
  from: string;
  to?: string;
}

const TICK_MS = 1000;

/** How long it took, or has taken so far: then it ticks. */
export function Duration({ from, to }: DurationProps) {
  const { timeZone } = useBranding();
  const start = parseTime(from, timeZone);
  const end = to === undefined ? undefined : parseTime(to, timeZone);
  const isLive = to === undefined;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isLive) {
      return undefined;
    }
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  if (start === undefined) {
    return '—';
  }
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatDuration(((end ?? now) - start) / 1000)}
    </span>
  );
}
