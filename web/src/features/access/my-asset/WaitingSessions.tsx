import { HistoryOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { resumePath } from '../../../components/session-path.ts';
import { AwayTag } from '../../../components/session/AwayTag.tsx';
import { SummaryName, SummaryRows } from '../../../components/SummaryCard.tsx';
import { ownSessionsQuery } from './my-asset.queries.ts';

/** One's own sessions whose browser is gone, to be resumed. Nothing when there are none. */
export function WaitingSessions() {
  const { t } = useTranslation('my-asset');
  const { data = [] } = useQuery(ownSessionsQuery());
  const waiting = data.flatMap(({ id, assetName, awayUntil }) =>
    awayUntil === null ? [] : [{ id, assetName, awayUntil }],
  );
  if (waiting.length === 0) {
    return null;
  }
  return (
    <Alert
      type="warning"
      showIcon
      icon={<HistoryOutlined aria-hidden />}
      title={t('waiting.title')}
      description={
        <SummaryRows
          rows={waiting}
          label={t('waiting.title')}
          renderRow={({ id, assetName, awayUntil }) => (
            <>
              <SummaryName>{assetName}</SummaryName>
              <AwayTag until={awayUntil} />
              <Button
                size="small"
                href={resumePath(id)}
                target="_blank"
                rel="noopener"
                aria-label={`${t('action.resume')} ${assetName}`}
              >
                {t('action.resume')}
              </Button>
            </>
          )}
        />
      }
    />
  );
}
