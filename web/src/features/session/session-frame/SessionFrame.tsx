import { PlusOutlined } from '@ant-design/icons';
import { Button, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { Screen } from '../../../components/Screen.tsx';
import { usePageSubject } from '../../../hooks/page-subject.ts';
import { AssetChooser } from './AssetChooser.tsx';
import { frameShortcutOf, nextPlace, type FrameShortcut } from './frame-shortcuts.ts';
import { FrameBar } from './FrameBar.tsx';
import { FrameTheme } from './FrameTheme.tsx';
import { place } from './pane-tree.ts';
import { PaneDivider } from './PaneDivider.tsx';
import { PaneFrame } from './PaneFrame.tsx';
import { PanelDock } from './PanelDock.tsx';
import { allPanes } from './session-layout.ts';
import { SessionTabs } from './SessionTabs.tsx';
import { SessionTools } from './SessionTools.tsx';
import { tenantOf, type Tenants } from './tenant.ts';
import { useClosing } from './useClosing.ts';
import { useDockedPanels } from './useDockedPanels.tsx';
import { useResume } from './useResume.ts';
import type { SessionDesk } from './useSessionDesk.ts';
import { useShortcuts } from './useShortcuts.ts';

import styles from './SessionFrame.module.css';

interface SessionFrameProps {
  desk: SessionDesk;
  /** Each pane's asset decides which of them shows it. */
  tenants: Tenants;
}

const FIRST_TOOL = '[data-part="bar"] [data-part="tools"] button:not(:disabled)';

/** Sessions in a window of their own: tabs, and panes beside each other. What is in a pane is its tenant's. */
export function SessionFrame(props: SessionFrameProps) {
  return (
    <FrameTheme colours={tenantOf(props.tenants, props.desk.pane).colours}>
      <Window {...props} />
    </FrameTheme>
  );
}

function Window({ desk, tenants }: SessionFrameProps) {
  const { t } = useTranslation('session-frame');
  const { token } = theme.useToken();
  const close = useClosing(desk);
  const panels = useDockedPanels(desk, tenants);
  const isCovered = desk.dock.isSheet && panels.some(({ isShown }) => isShown);
  const isResumedGone = useResume(desk);
  const { layout, tab, pane } = desk;
  const tenant = tenantOf(tenants, pane);
  const choose = () => desk.setChoosing(true);

  usePageSubject(pane?.assetName ?? '');

  const leaveFor = {
    session: desk.focusSession,
    panel: desk.dock.focus,
    bar: () => document.querySelector<HTMLElement>(FIRST_TOOL)?.focus(),
  };
  useShortcuts(frameShortcutOf, (shortcut) => {
    const actions: {
      [Type in FrameShortcut['type']]: (which: Extract<FrameShortcut, { type: Type }>) => void;
    } = {
      open: choose,
      close: () => pane && close([pane.id]),
      leave: () =>
        leaveFor[
          nextPlace(
            document.activeElement,
            panels.some(({ isShown }) => isShown),
          )
        ](),
      split: ({ direction }) => pane && desk.split(pane, direction),
      move: ({ direction }) => desk.moveFocus(direction),
      tab: ({ index }) => desk.selectTab(index),
    };
    (actions[shortcut.type] as (which: FrameShortcut) => void)(shortcut);
  });

  return (
    <main className={styles.page} style={{ background: token.colorBgLayout }}>
      <FrameBar>
        <SessionTabs desk={desk} onOpen={choose} onClose={close} />
        <SessionTools desk={desk} tenant={tenant} />
      </FrameBar>
      <div className={styles.body}>
        <div className={styles.room} inert={isCovered}>
          {layout.tabs.map((one) => {
            const { panes, splits } = place(one.tree);
            const isVisible = one === tab;
            return [
              ...panes.map((placed) => (
                <PaneFrame
                  key={placed.pane.id}
                  {...placed}
                  desk={desk}
                  tenant={tenantOf(tenants, placed.pane)}
                  isVisible={isVisible}
                  hasHeader={panes.length > 1}
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
              title={isResumedGone ? t('noAsset.gone') : t('noAsset.title')}
              help={t('noAsset.help')}
              actions={
                <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={choose}>
                  {t('action.open')}
                </Button>
              }
            />
          )}
        </div>
        <PanelDock dock={desk.dock} panels={panels} onClose={desk.closePanel} onReturn={desk.leavePanel} />
      </div>
      {pane && !isCovered && tenant.footer}
      <AssetChooser
        open={desk.isChoosing}
        protocols={tenants.flatMap(({ protocols }) => protocols)}
        canSplit={pane !== undefined}
        here={allPanes(layout).flatMap(({ sessionId }) => sessionId ?? [])}
        onChoose={(asset, where) => {
          desk.setChoosing(false);
          const { id: assetId, name: assetName, protocol } = asset;
          desk.open({ assetId, assetName, protocol }, where);
        }}
        onTakeOver={(session, where) => {
          desk.setChoosing(false);
          desk.takeOver(session, where);
        }}
        onClose={() => desk.setChoosing(false)}
        afterClose={desk.focusSession}
      />
    </main>
  );
}
