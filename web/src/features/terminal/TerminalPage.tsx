import { PlusOutlined } from '@ant-design/icons';
import type { SessionFileFlags } from '@jadegate/contract/session';
import { Button, theme } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Screen } from '../../components/Screen.tsx';
import { useClipboardRules } from '../../components/terminal/useClipboardRules.tsx';
import { useStoredState } from '../../hooks/useStoredState.ts';
import { AssetChooser } from './AssetChooser.tsx';
import { FindBar } from './FindBar.tsx';
import { KeyBar } from './KeyBar.tsx';
import { boxOf, place } from './pane-tree.ts';
import { PaneDivider } from './PaneDivider.tsx';
import { PaneFrame } from './PaneFrame.tsx';
import { allPanes } from './terminal-layout.ts';
import { DEFAULT_PREFERENCES, stepFontSize, TerminalPreferences } from './terminal-preferences.ts';
import type { Shortcut } from './terminal-shortcuts.ts';
import type { Found } from './terminal-view.ts';
import { TerminalTabs } from './TerminalTabs.tsx';
import { TerminalTools } from './TerminalTools.tsx';
import { useClosing } from './useClosing.ts';
import { useTerminalDesk } from './useTerminalDesk.ts';
import { useTerminalShortcuts } from './useTerminalShortcuts.ts';

import styles from './TerminalPage.module.css';

/** Something over the terminal that belongs to its session. */
interface OverlayProps {
  sessionId: string;
  open: boolean;
  onClose: () => void;
  /** It is gone, and no longer holds the keyboard. */
  afterClose: () => void;
}

export interface FilesProps extends OverlayProps {
  flags: SessionFileFlags;
}

export interface HostPanelProps extends OverlayProps {
  hostName: string;
}

export interface ShareProps extends OverlayProps {
  hostName: string;
}

interface TerminalPageProps {
  /** The files of the machine, from another feature. */
  renderFiles?: (props: FilesProps) => ReactNode;
  /** How the machine is doing, from another feature. */
  renderHostPanel?: (props: HostPanelProps) => ReactNode;
  /** Letting others in, from another feature. */
  renderShare?: (props: ShareProps) => ReactNode;
}

const NOTHING: Found = { index: -1, count: 0 };

/** Terminals in a window of their own: tabs, and panes beside each other, each on a session of its own. */
export function TerminalPage({ renderFiles, renderHostPanel, renderShare }: TerminalPageProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const desk = useTerminalDesk();
  const [preferences, setPreferences] = useStoredState('terminal', TerminalPreferences, DEFAULT_PREFERENCES);
  const [isChoosing, setChoosing] = useState(false);
  const [areSnippetsOpen, setSnippetsOpen] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [areFilesOpen, setFilesOpen] = useState(false);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [found, setFound] = useState(NOTHING);
  const { confirmPaste, copy, refuse } = useClipboardRules();
  const close = useClosing(desk);
  const { layout, tab, pane } = desk;

  const assetName = pane?.assetName ?? '';
  useEffect(() => {
    if (assetName !== '') {
      document.title = assetName;
    }
  }, [assetName]);

  const insert = async (text: string) => {
    const isFine = !/[\r\n]/.test(text) || (await confirmPaste(text));
    if (isFine) {
      desk.terminal()?.paste(text);
    } else {
      desk.focusTerminal();
    }
  };

  const endFind = () => {
    setFinding(false);
    desk.terminal()?.endFind();
    desk.focusTerminal();
  };

  const copySelection = () => {
    const text = desk.terminal()?.selection() ?? '';
    if (pane?.mayCopy === false) {
      refuse('copy');
    } else if (text !== '') {
      void copy(text);
    }
  };

  const selectTab = (index: number) => {
    const to = layout.tabs[index]?.focused;
    if (to !== undefined) {
      desk.change({ type: 'focus', id: to });
    }
  };

  useTerminalShortcuts((shortcut) => {
    const doing: { [Type in Shortcut['type']]: (which: Extract<Shortcut, { type: Type }>) => void } = {
      font: ({ step }) => setPreferences(stepFontSize(preferences, step)),
      find: () => setFinding(true),
      copy: copySelection,
      open: () => setChoosing(true),
      close: () => pane && close([pane.id]),
      snippets: () => setSnippetsOpen(true),
      broadcast: () => pane && desk.toggleBroadcast(pane.id),
      split: ({ direction }) => pane && desk.split(pane, direction),
      move: ({ direction }) => desk.move(direction),
      tab: ({ index }) => selectTab(index),
    };
    (doing[shortcut.type] as (which: Shortcut) => void)(shortcut);
  });

  return (
    <main className={styles.page} style={{ background: token.colorBgLayout }}>
      <header
        className={styles.bar}
        style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
      >
        <TerminalTabs desk={desk} onOpen={() => setChoosing(true)} onClose={close} />
        <TerminalTools
          desk={desk}
          preferences={preferences}
          onPreferences={setPreferences}
          areSnippetsOpen={areSnippetsOpen}
          onSnippets={(isOpen) => {
            setSnippetsOpen(isOpen);
            if (!isOpen) {
              desk.focusTerminal();
            }
          }}
          onInsert={(text) => void insert(text)}
          onFind={() => (isFinding ? endFind() : setFinding(true))}
          onFiles={renderFiles && (() => setFilesOpen(true))}
          onShare={renderShare && (() => setSharing(true))}
          onHostPanel={renderHostPanel && (() => setPanelOpen(true))}
        />
      </header>
      <div className={styles.room}>
        {layout.tabs.map((one) => {
          const { panes, splits } = place(one.tree);
          const isVisible = one === tab;
          return [
            ...panes.map((placed) => (
              <PaneFrame
                key={placed.pane.id}
                {...placed}
                desk={desk}
                preferences={preferences}
                isVisible={isVisible}
                hasHeader={panes.length > 1}
                onFound={setFound}
                onClose={close}
              />
            )),
            ...(isVisible ? splits : []).map(({ split, box }) => (
              <PaneDivider
                key={split.id}
                split={split}
                box={box}
                onResize={(ratio) => desk.change({ type: 'resize', split: split.id, ratio })}
              />
            )),
          ];
        })}
        {!tab && (
          <Screen
            isPart
            title={t('noAsset.title')}
            help={t('noAsset.help')}
            actions={
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setChoosing(true)}>
                {t('action.open')}
              </Button>
            }
          />
        )}
        {isFinding && pane && tab && (
          <FindBar
            key={pane.id}
            box={boxOf(tab.tree, pane.id)}
            found={found}
            onFind={(text, how) => desk.terminal()?.find(text, how)}
            onClose={endFind}
          />
        )}
      </div>
      {pane && (
        <KeyBar
          isCtrl={desk.isCtrl}
          onCtrl={desk.setCtrl}
          onPress={(key) => {
            desk.terminal()?.press(key);
            desk.focusTerminal();
          }}
        />
      )}
      {pane?.sessionId !== undefined &&
        pane.files &&
        renderFiles?.({
          sessionId: pane.sessionId,
          flags: pane.files,
          open: areFilesOpen,
          onClose: () => setFilesOpen(false),
          afterClose: desk.focusTerminal,
        })}
      {pane?.sessionId !== undefined &&
        renderShare?.({
          sessionId: pane.sessionId,
          hostName: pane.assetName,
          open: isSharing,
          onClose: () => setSharing(false),
          afterClose: desk.focusTerminal,
        })}
      {pane?.sessionId !== undefined &&
        renderHostPanel?.({
          sessionId: pane.sessionId,
          hostName: pane.assetName,
          open: isPanelOpen,
          onClose: () => setPanelOpen(false),
          afterClose: desk.focusTerminal,
        })}
      <AssetChooser
        open={isChoosing}
        canSplit={pane !== undefined}
        here={allPanes(layout).flatMap(({ sessionId }) => sessionId ?? [])}
        onChoose={(asset, where) => {
          setChoosing(false);
          desk.open(asset, where);
        }}
        onTakeOver={(session, where) => {
          setChoosing(false);
          desk.takeOver(session, where);
        }}
        onClose={() => setChoosing(false)}
        afterClose={desk.focusTerminal}
      />
    </main>
  );
}
