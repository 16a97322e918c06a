import { Alert, Flex, Segmented, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { useStoredState } from '../../../hooks/useStoredState.ts';
import { hasNoFigures } from './host-figures.ts';
import { useHostSample } from './host-panel.queries.ts';
import { HostFigures } from './HostFigures.tsx';

const INTERVALS = [1, 5, 15, 30] as const;
const Interval = z.literal(INTERVALS);
type Interval = z.infer<typeof Interval>;

/** How the machine behind a session is doing. It is asked only while this is there. */
export function HostPanel({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('host-panel');
  const [seconds, setSeconds] = useStoredState<Interval>('host-panel-interval', Interval, 5);
  return (
    <Flex vertical gap={20}>
      <Flex align="center" gap={12} wrap>
        <Typography.Text type="secondary" id="host-panel-interval">
          {t('interval.label')}
        </Typography.Text>
        <Segmented<Interval>
          aria-labelledby="host-panel-interval"
          value={seconds}
          options={INTERVALS.map((value) => ({ value, label: t('interval.seconds', { count: value }) }))}
          onChange={setSeconds}
        />
      </Flex>
      <Figures sessionId={sessionId} seconds={seconds} />
    </Flex>
  );
}

interface FiguresProps {
  sessionId: string;
  seconds: number;
}

function Figures({ sessionId, seconds }: FiguresProps) {
  const { t } = useTranslation('host-panel');
  const { data, error, refetch, isFetching } = useHostSample(sessionId, seconds);
  if (!data) {
    return <LoadState {...{ error, isFetching, refetch }} rows={10} />;
  }
  return (
    <>
      {error && <Alert type="warning" showIcon title={t('stale')} description={error.message} />}
      {hasNoFigures(data.stats) ? (
        <EmptyState title={t('empty.title')} description={t('empty.help')} />
      ) : (
        <HostFigures sample={data} />
      )}
    </>
  );
}
