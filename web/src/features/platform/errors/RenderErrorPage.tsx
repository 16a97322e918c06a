import { useTranslation } from 'react-i18next';

import { Screen } from '../../../components/Screen.tsx';

import plain from '../../../components/plain.module.css';

/** A component threw. The text of the error is shown, because an administrator will need it. */
export function RenderErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation('app');
  return (
    <Screen
      isPart
      title={t('errorPage.render.title')}
      help={t('errorPage.render.help')}
      detail={error instanceof Error ? error.message : String(error)}
      actions={
        <>
          <button type="button" className={plain.primary} onClick={() => window.location.reload()}>
            {t('errorPage.action.reload')}
          </button>
          <a className={plain.button} href="/">
            {t('breadcrumb.home')}
          </a>
        </>
      }
    />
  );
}
