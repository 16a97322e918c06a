import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { vmSourcesQuery } from './vm.queries.ts';

const MOST = 5;

/** Where virtual machines were looked for, and what came of it. */
export function VmSources() {
  const { t } = useTranslation('vm');
  const { data = [] } = useQuery(vmSourcesQuery());
  return (
    <>
      <div>{t('empty.help')}</div>
      {data.slice(0, MOST).map(({ nodeId, nodeName, message }) => (
        <div key={nodeId}>
          <Typography.Text strong>{nodeName}</Typography.Text>
          {` ${message === '' ? t('empty.none') : message}`}
        </div>
      ))}
    </>
  );
}
