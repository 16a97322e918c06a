import { SearchOutlined } from '@ant-design/icons';
import { App, ConfigProvider } from 'antd';
import zhTW from 'antd/es/locale/zh_TW';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { usePreferences } from '../hooks/preferences.ts';
import { cspNonce } from './csp-nonce.ts';
import { ProofBridge } from './ProofBridge.tsx';
import { subscribeSystemTheme, themeMode } from './theme-mode.ts';
import { antdTheme } from './theme.ts';
import { mountToaster, TOAST_SECONDS } from './toast.ts';

import styles from './AntdLayer.module.css';

/** Ant Design, in our theme and the chosen language, around everything that uses it. */
export function AntdLayer({ children }: { children: ReactNode }) {
  const { t } = useTranslation('parts');
  const { language, theme } = usePreferences();
  const mode = useSyncExternalStore(subscribeSystemTheme, () => themeMode(theme));
  const config = useMemo(() => antdTheme(mode), [mode]);
  const csp = useMemo(() => ({ nonce: cspNonce() }), []);
  // Its button has no other name.
  const search = useMemo(() => ({ searchIcon: <SearchOutlined aria-label={t('action.search')} /> }), [t]);
  return (
    <ConfigProvider
      // English is what Ant Design speaks without a locale.
      {...(language === 'zh-TW' && { locale: zhTW })}
      theme={config}
      csp={csp}
      inputSearch={search}
      // Ant Design would put a space between two Han characters on a button.
      button={{ autoInsertSpace: false }}
    >
      <App className={styles.layer} message={{ duration: TOAST_SECONDS, maxCount: 3 }}>
        <ToastBridge />
        {children}
        <ProofBridge />
      </App>
    </ConfigProvider>
  );
}

function ToastBridge() {
  const { message } = App.useApp();
  // The text is the key: the same failure twice is one toast that stays a little longer.
  useEffect(() => mountToaster((text) => void message.error({ content: text, key: text })), [message]);
  return null;
}
