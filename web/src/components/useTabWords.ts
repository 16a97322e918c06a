import type { TabsProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** What the buttons of tabs are called, for those who hear them: Ant Design knows these words in English only. */
export function useTabWords(): NonNullable<TabsProps['locale']> {
  const { t } = useTranslation('parts');
  return useMemo(
    () => ({
      addAriaLabel: t('tabs.add'),
      removeAriaLabel: t('tabs.close'),
      dropdownAriaLabel: t('tabs.more'),
    }),
    [t],
  );
}
