import { ArrowLeftOutlined, CloseOutlined } from '@ant-design/icons';
import { PANEL_WIDTHS } from '@jadegate/contract/identity/user-preference';
import { Button, theme } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ResizeHandle } from './ResizeHandle.tsx';
import type { PanelDockState } from './usePanelDock.ts';

import styles from './PanelDock.module.css';

/** What can stand in the dock: a title and something below it. */
export interface DockedPanel {
  key: string;
  title: string;
  /** Beside the title: whose it is. */
  owner: string;
  content: ReactNode;
  isShown: boolean;
}

interface PanelDockProps {
  dock: PanelDockState;
  /** At most one is shown. The others go on out of sight. */
  panels: readonly DockedPanel[];
  onClose: () => void;
  /** The keyboard goes back to what the dock stands beside. */
  onReturn: () => void;
}

const STEP = 24;
/** What the dock stands beside keeps at least this much. */
const ROOM_LEFT = 320;
const FIELDS = 'input:not([type="hidden"]):not([hidden]):not(:disabled), textarea:not(:disabled)';

/** Beside the sessions of a window, or over them where there is no room. It never takes the keyboard by itself. */
export function PanelDock({ dock, panels, onClose, onReturn }: PanelDockProps) {
  const { t } = useTranslation('session-frame');
  const { token } = theme.useToken();
  const element = useRef<HTMLElement>(null);
  const { isSheet, width, focusCount } = dock;
  const shown = panels.find(({ isShown }) => isShown);
  const shownWidth = `min(${width}px, calc(100% - ${ROOM_LEFT}px))`;

  useEffect(() => {
    if (focusCount > 0) {
      const field = element.current?.querySelector<HTMLElement>(`[data-shown="true"] :is(${FIELDS})`);
      (field ?? element.current)?.focus();
    }
  }, [focusCount]);

  const giveBack = useEffectEvent(onReturn);
  useEffect(() => {
    const dockElement = element.current;
    const handleKey = ({ key, target }: KeyboardEvent) => {
      // A list that is open below its field has the key first. What lies over the panel is no part of it.
      const isList = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
      if (key === 'Escape' && !isList) {
        giveBack();
      }
    };
    dockElement?.addEventListener('keydown', handleKey);
    return () => dockElement?.removeEventListener('keydown', handleKey);
  }, []);
  return (
    <>
      {shown && !isSheet && (
        <ResizeHandle
          label={t('panel.resize')}
          isUpright
          now={width}
          min={PANEL_WIDTHS.min}
          max={PANEL_WIDTHS.max}
          onDrag={({ x }, room) => dock.resize(Math.min(room.right - x, room.width - ROOM_LEFT))}
          // From where it stands: the window may be too small for what was chosen.
          onStep={(direction) => dock.resize((element.current?.offsetWidth || width) - direction * STEP)}
          onDone={dock.keepWidth}
          style={{ right: shownWidth, top: 0, height: '100%', marginRight: -4 }}
        />
      )}
      <section
        ref={element}
        className={isSheet ? styles.sheet : styles.dock}
        data-part="panel"
        hidden={!shown}
        tabIndex={-1}
        aria-label={shown?.title}
        style={{
          background: token.colorBgContainer,
          color: token.colorText,
          ...(!isSheet && { width: shownWidth }),
        }}
      >
        <header className={styles.header} style={{ borderColor: token.colorBorderSecondary }}>
          {isSheet && (
            <Button
              type="text"
              icon={<ArrowLeftOutlined aria-hidden />}
              aria-label={t('panel.back')}
              title={t('panel.back')}
              onClick={onClose}
            />
          )}
          <h2 className={styles.title}>{shown?.title}</h2>
          <span className={styles.owner} style={{ color: token.colorTextSecondary }}>
            {shown?.owner}
          </span>
          {!isSheet && (
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('panel.close')}
              title={t('panel.close')}
              onClick={onClose}
            />
          )}
        </header>
        {panels.map(({ key, content, isShown }) => (
          <div key={key} className={styles.content} hidden={!isShown} data-shown={isShown}>
            {content}
          </div>
        ))}
      </section>
    </>
  );
}
