import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { guacdQuery } from './setting.queries.ts';

/** Whether desktops can work at all, asked when the tab is opened and when the person asks again. */
export function GuacdStatus() {
  const { t } = useTranslation('setting');
  const { data, error, isFetching, refetch } = useQuery(guacdQuery());
  const again = (
    <Button
      size="small"
      icon={<ReloadOutlined aria-hidden />}
      loading={isFetching}
      onClick={() => void refetch()}
    >
      {t('action.recheck')}
    </Button>
  );
  if (error) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('guacd.problem')}
        description={readFailure(error).message}
        action={again}
      />
    );
  }
  if (!data) {
    return (
      <Alert type="info" showIcon role="status" title={t('guacd.checking')} description={t('guacd.help')} />
    );
  }
  const { reachable, managed, version, latencyMs, host, port, reason, warning } = data;
  if (!reachable) {
    return <Alert type="warning" showIcon title={t('guacd.problem')} description={reason} action={again} />;
  }
  const words = { address: `${host}:${port}`, ms: latencyMs, version };
  const title = version === '' ? t('guacd.ok', words) : t('guacd.okVersion', words);
  const description = warning || t(managed ? 'guacd.managed' : 'guacd.help');
  return (
    <Alert
      type={warning === '' ? 'success' : 'warning'}
      showIcon
      role="status"
      title={title}
      description={description}
      action={again}
    />
  );
}
