import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';

/** Nothing for these filters. */
export function NoMatch({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation('parts');
  return (
    <EmptyState
      icon={<SearchOutlined aria-hidden />}
      title={t('list.noMatch.title')}
      description={t('list.noMatch.help')}
      action={<Button onClick={onReset}>{t('list.reset')}</Button>}
    />
  );
}
