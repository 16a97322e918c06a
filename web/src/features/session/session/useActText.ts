import type { DesktopAct } from '@jadegate/contract/session/desktop-act';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** One line about something that was done at a desktop. */
export function useActText(): (act: DesktopAct) => string {
  const { t } = useTranslation('session');
  return useCallback(
    ({ kind, name, text, isFailed }) => {
      const about = (name || text).trim();
      const what = about === '' ? t(`act.${kind}`) : t('act.about', { kind: t(`act.${kind}`), about });
      return isFailed ? t('act.failed', { what }) : what;
    },
    [t],
  );
}
