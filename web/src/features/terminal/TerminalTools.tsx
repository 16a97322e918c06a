import {
  BorderHorizontalOutlined,
  BorderVerticleOutlined,
  DashboardOutlined,
  DisconnectOutlined,
  FolderOpenOutlined,
  FontSizeOutlined,
  FullscreenOutlined,
  NotificationOutlined,
  SearchOutlined,
  ShareAltOutlined,
} from '@ant-design/icons';
import { Button, Flex, Popover, theme, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../components/StatusTag.tsx';
import { ParticipantsChip } from '../../components/terminal/ParticipantsChip.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';
import { SnippetMenu } from './SnippetMenu.tsx';
import { MAX_PANES } from './terminal-layout.ts';
import { stateWord } from './terminal-link.ts';
import type { TerminalPreferences } from './terminal-preferences.ts';
import type { TerminalDesk } from './useTerminalDesk.ts';

import styles from './TerminalPage.module.css';

interface TerminalToolsProps {
  desk: TerminalDesk;
  preferences: TerminalPreferences;
  onPreferences: (value: TerminalPreferences) => void;
  areSnippetsOpen: boolean;
  onSnippets: (isOpen: boolean) => void;
  onInsert: (text: string) => void;
  onFind: () => void;
  /** Absent where there is no file browser. */
  onFiles?: (() => void) | undefined;
  /** Absent where sessions cannot be shared. */
  onShare?: (() => void) | undefined;
  /** Absent where nothing is known of the machine. */
  onHostPanel?: (() => void) | undefined;
}

const TONES = {
  connecting: 'processing',
  asking: 'warning',
  connected: 'success',
  lost: 'warning',
  over: 'default',
} as const;

function toggleFullScreen(): void {
  void (document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen());
}

/** What can be done with the terminal that has the focus. */
export function TerminalTools({ desk, preferences, onPreferences, ...rest }: TerminalToolsProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const { pane, visible } = desk;
  const state = pane && desk.stateOf(pane.id);
  const isFull = visible.length >= MAX_PANES;
  const areAll = visible.every(({ id }) => desk.isBroadcasting(id));
  return (
    <Flex className={styles.tools} align="center" gap={2}>
      <span role="status" className={styles.state}>
        {state && <StatusTag tone={TONES[state.name]}>{t(`state.${stateWord(state)}`)}</StatusTag>}
      </span>
      {pane && visible.length === 1 && <ParticipantsChip people={desk.companyOf(pane.id)} />}
      <SnippetMenu
        open={rest.areSnippetsOpen}
        onOpenChange={rest.onSnippets}
        disabled={state?.name !== 'connected'}
        onInsert={rest.onInsert}
        afterClose={desk.focusTerminal}
      />
      {rest.onFiles && (
        <Tool
          label={t('action.files')}
          icon={<FolderOpenOutlined aria-hidden />}
          disabled={state?.name !== 'connected' || pane?.files?.fileSystem !== '1'}
          onClick={rest.onFiles}
        />
      )}
      {rest.onHostPanel && (
        <Tool
          label={t('action.hostPanel')}
          icon={<DashboardOutlined aria-hidden />}
          // Hosts with files are hosts that speak SSH.
          disabled={state?.name !== 'connected' || pane?.files?.fileSystem !== '1'}
          onClick={rest.onHostPanel}
        />
      )}
      {rest.onShare && (
        <Tool
          label={t('action.share')}
          icon={<ShareAltOutlined aria-hidden />}
          disabled={state?.name !== 'connected'}
          onClick={rest.onShare}
        />
      )}
      <Tool
        label={t('action.find')}
        icon={<SearchOutlined aria-hidden />}
        onClick={rest.onFind}
        disabled={!pane}
      />
      <Tool
        label={t('action.splitRight')}
        icon={<BorderHorizontalOutlined aria-hidden />}
        disabled={!pane || isFull}
        onClick={() => pane && desk.split(pane, 'right')}
      />
      <Tool
        label={t('action.splitDown')}
        icon={<BorderVerticleOutlined aria-hidden />}
        disabled={!pane || isFull}
        onClick={() => pane && desk.split(pane, 'down')}
      />
      {visible.length > 1 && (
        <Tool
          label={t(areAll ? 'broadcast.none' : 'broadcast.all')}
          icon={<NotificationOutlined aria-hidden />}
          isOn={areAll}
          onClick={() => {
            desk.toggleBroadcastAll();
            desk.focusTerminal();
          }}
        />
      )}
      <Popover
        trigger="click"
        placement="bottom"
        styles={{ container: { border: `1px solid ${token.colorBorder}` } }}
        content={<PreferenceForm value={preferences} onChange={onPreferences} />}
      >
        <Button
          type="text"
          icon={<FontSizeOutlined aria-hidden />}
          aria-label={t('action.preferences')}
          title={t('action.preferences')}
        />
      </Popover>
      <Tool
        label={t('action.fullScreen')}
        icon={<FullscreenOutlined aria-hidden />}
        onClick={() => {
          toggleFullScreen();
          desk.focusTerminal();
        }}
      />
      <Button
        type="text"
        danger
        icon={<DisconnectOutlined aria-hidden />}
        aria-label={t('action.disconnect')}
        disabled={!state || state.name === 'over'}
        onClick={() => desk.terminal()?.end()}
      >
        <span className={styles.wide}>{t('action.disconnect')}</span>
      </Button>
    </Flex>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  isOn?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ label, icon, isOn, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip title={label}>
      <Button
        type={isOn === true ? 'primary' : 'text'}
        icon={icon}
        aria-label={label}
        {...(isOn !== undefined && { 'aria-pressed': isOn })}
        disabled={disabled}
        onClick={onClick}
      />
    </Tooltip>
  );
}
