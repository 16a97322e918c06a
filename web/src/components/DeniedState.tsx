import { LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import { StateView } from './StateView.tsx';

/** The person may not see this. */
export function DeniedState() {
  const { t } = useTranslation('parts');
  return (
    <StateView
      role="alert"
      tone="warning"
      icon={<LockOutlined aria-hidden />}
      title={t('denied.title')}
      description={t('denied.help')}
    />
  );
}
