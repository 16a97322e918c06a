import { CloseOutlined, FontSizeOutlined, FullscreenOutlined, SearchOutlined } from '@ant-design/icons';
import { App, Button, Flex, Input, Popover, Select, Slider, Tag, theme, Typography } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { Screen } from '../../components/Screen.tsx';
import { useStoredState } from '../../hooks/useStoredState.ts';
import type { LinkState } from './terminal-link.ts';
import {
  DEFAULT_PREFERENCES,
  FONT_SIZES,
  TERMINAL_THEMES,
  TerminalPreferences,
  terminalTheme,
} from './terminal-preferences.ts';
import { TerminalPane, type TerminalHandle } from './TerminalPane.tsx';

import styles from './TerminalPage.module.css';

const COLOURS = { connecting: 'processing', connected: 'success', lost: 'warning', over: 'error' } as const;
const MAX_PREVIEW = 2000;

/** The terminal of one asset in its own window. The session is kept in the address, so that a reload comes back to it. */
export function TerminalPage() {
  const { t } = useTranslation('terminal');
  const [search, setSearch] = useSearchParams();
  const [state, setState] = useState<LinkState>({ name: 'connecting' });
  const [round, setRound] = useState(0);
  const [preferences, setPreferences] = useStoredState('terminal', TerminalPreferences, DEFAULT_PREFERENCES);
  const terminal = useRef<TerminalHandle>(null);
  const { message } = App.useApp();
  const confirmPaste = useConfirmPaste();
  const { token } = theme.useToken();
  const assetId = search.get('assetId');
  const assetName = search.get('assetName') ?? '';

  useEffect(() => {
    if (assetName !== '') {
      document.title = assetName;
    }
  }, [assetName]);

  const keepSession = useCallback(
    (sessionId: string | undefined) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('sessionId');
          if (sessionId !== undefined) {
            after.set('sessionId', sessionId);
          }
          return after;
        },
        { replace: true },
      ),
    [setSearch],
  );

  if (assetId === null) {
    return <Screen title={t('noAsset.title')} help={t('noAsset.help')} />;
  }

  const startAgain = () => {
    keepSession(undefined);
    setRound((before) => before + 1);
  };
  return (
    <main className={styles.page} style={{ background: terminalTheme(preferences.theme).background }}>
      <Flex
        className={styles.bar}
        align="center"
        gap={12}
        style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
      >
        <Typography.Text strong ellipsis>
          {assetName}
        </Typography.Text>
        <Tag color={COLOURS[state.name]} role="status">
          {t(`state.${state.name}`)}
        </Tag>
        <span className={styles.space} />
        <FindBox onFind={(text, backwards) => terminal.current?.find(text, backwards) ?? false} />
        <Popover
          trigger="click"
          placement="bottomRight"
          content={<PreferenceForm value={preferences} onChange={setPreferences} />}
        >
          <Button type="text" icon={<FontSizeOutlined />} aria-label={t('action.preferences')} />
        </Popover>
        <Button
          type="text"
          icon={<FullscreenOutlined />}
          aria-label={t('action.fullScreen')}
          onClick={() => void document.documentElement.requestFullscreen()}
        />
        <Button
          type="text"
          danger
          icon={<CloseOutlined />}
          disabled={state.name === 'over'}
          onClick={() => terminal.current?.end()}
        >
          {t('action.disconnect')}
        </Button>
      </Flex>
      <TerminalPane
        key={round}
        ref={terminal}
        assetId={assetId}
        sessionId={search.get('sessionId') ?? undefined}
        preferences={preferences}
        onSession={keepSession}
        onState={setState}
        onNotice={(text) => void message.info(text)}
        confirmPaste={confirmPaste}
      />
      <StateBanner state={state} onRetry={() => terminal.current?.retry()} onStartAgain={startAgain} />
    </main>
  );
}

interface StateBannerProps {
  state: LinkState;
  onRetry: () => void;
  onStartAgain: () => void;
}

/** Says why nothing moves, and what to do about it. */
function StateBanner({ state, onRetry, onStartAgain }: StateBannerProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  if (state.name !== 'lost' && state.name !== 'over') {
    return null;
  }
  const isLost = state.name === 'lost';
  return (
    <Flex
      className={styles.banner}
      align="center"
      gap={16}
      role="alert"
      style={{
        background: token.colorBgElevated,
        boxShadow: token.boxShadow,
        borderRadius: token.borderRadiusLG,
      }}
    >
      <Typography.Text>{isLost ? t('lost.help') : state.reason}</Typography.Text>
      <Button type="primary" autoFocus onClick={isLost ? onRetry : onStartAgain}>
        {isLost ? t('action.retry') : t('action.reconnect')}
      </Button>
    </Flex>
  );
}

function FindBox({ onFind }: { onFind: (text: string, backwards: boolean) => boolean }) {
  const { t } = useTranslation('terminal');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <Input
      className={styles.find}
      size="small"
      prefix={<SearchOutlined />}
      placeholder={t('find.placeholder')}
      aria-label={t('find.placeholder')}
      status={isMissing ? 'warning' : ''}
      value={text}
      allowClear
      onChange={(event) => {
        setText(event.target.value);
        setMissing(false);
      }}
      onPressEnter={(event) => setMissing(text !== '' && !onFind(text, !event.shiftKey))}
    />
  );
}

interface PreferenceFormProps {
  value: TerminalPreferences;
  onChange: (value: TerminalPreferences) => void;
}

function PreferenceForm({ value, onChange }: PreferenceFormProps) {
  const { t } = useTranslation('terminal');
  return (
    <Flex vertical gap={8} className={styles.preferences}>
      <label htmlFor="terminal-font">{t('preference.fontSize', { size: value.fontSize })}</label>
      <Slider
        id="terminal-font"
        {...FONT_SIZES}
        value={value.fontSize}
        onChange={(fontSize) => onChange({ ...value, fontSize })}
      />
      <label htmlFor="terminal-theme">{t('preference.theme')}</label>
      <Select
        id="terminal-theme"
        value={value.theme}
        options={TERMINAL_THEMES.map((name) => ({ value: name, label: t(`theme.${name}`) }))}
        onChange={(chosen) => onChange({ ...value, theme: chosen })}
      />
    </Flex>
  );
}

/** Asks before several lines are pasted, and shows them. */
function useConfirmPaste() {
  const { t } = useTranslation('terminal');
  const { modal } = App.useApp();
  return useCallback(
    async (text: string) => {
      const lines = text.trimEnd().split(/\r\n|\r|\n/).length;
      return modal.confirm({
        title: t('paste.title', { count: lines }),
        content: <pre className={styles.preview}>{text.slice(0, MAX_PREVIEW)}</pre>,
        okText: t('paste.ok'),
        width: 640,
      });
    },
    [modal, t],
  );
}
