import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { useBranding } from '../../hooks/branding.ts';

/** Says whose clock the windows follow. */
export function ServerZone() {
  const { t } = useTranslation('week');
  const { timeZone } = useBranding();
  return (
    <Typography.Text type="secondary">
      {timeZone === '' ? t('help.zoneUnknown') : t('help.zone', { zone: timeZone })}
    </Typography.Text>
  );
}

/** The same under the words of a field: a moment is asked in one's own zone and judged in the system's. */
export function ZoneHelp({ text }: { text: string }) {
  return (
    <>
      {text} <ServerZone />
    </>
  );
}
