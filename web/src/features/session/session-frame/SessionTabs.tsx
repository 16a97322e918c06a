import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';

import { useTabWords } from '../../../components/useTabWords.ts';
import { panesOf, paneTitle } from './pane-tree.ts';
import type { Tab } from './session-layout.ts';
import { StateDot } from './StateDot.tsx';
import type { SessionDesk } from './useSessionDesk.ts';

import styles from './SessionFrame.module.css';

interface SessionTabsProps {
  desk: SessionDesk;
  onOpen: () => void;
  onClose: (ids: readonly string[]) => void;
}

/** One tab per screenful of panes. */
export function SessionTabs({ desk, onOpen, onClose }: SessionTabsProps) {
  const { t } = useTranslation('session-frame');
  const tabWords = useTabWords();
  const { layout, tab, change, focusSession } = desk;
  const find = (key: string) => layout.tabs.find(({ id }) => id === key);
  const label = ({ tree, focused }: Tab) => {
    const panes = panesOf(tree);
    const pane = panes.find(({ id }) => id === focused);
    return (
      <span className={styles.tab}>
        {pane && <StateDot state={desk.stateOf(pane.id)} />}
        <span className={styles.tabName} title={pane && paneTitle(pane)}>
          {pane && paneTitle(pane)}
        </span>
        {panes.length > 1 && <span>{`(${panes.length})`}</span>}
      </span>
    );
  };
  return (
    <div className={styles.tabRow}>
      <Tabs
        // Its own button would stand among the tabs, where only tabs may be.
        hideAdd
        locale={tabWords}
        className={styles.tabs}
        type="editable-card"
        size="small"
        aria-label={t('tab.label')}
        {...(tab && { activeKey: tab.id })}
        items={layout.tabs.map((one) => ({
          key: one.id,
          label: label(one),
          closeIcon: undefined,
        }))}
        onChange={(key) => {
          const to = find(key)?.focused;
          if (to !== undefined) {
            change({ type: 'focus', id: to });
          }
        }}
        onTabClick={focusSession}
        onEdit={(target) => {
          const closed = typeof target === 'string' ? find(target) : undefined;
          if (closed) {
            onClose(panesOf(closed.tree).map(({ id }) => id));
          }
        }}
      />
      <Button type="text" icon={<PlusOutlined />} aria-label={tabWords.addAriaLabel} onClick={onOpen} />
    </div>
  );
}
