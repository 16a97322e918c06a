import { Drawer } from 'antd';

import { Logo } from './Logo.tsx';
import type { Page } from './navigation.ts';
import { SideMenu } from './SideMenu.tsx';

import styles from './AdminShell.module.css';

const WIDTH = 240;

interface NarrowMenuProps {
  current: Page | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** The side menu on a phone: over the page, and gone once a page is chosen. */
export function NarrowMenu({ current, isOpen, onClose }: NarrowMenuProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={WIDTH}
      title={<Logo to="/dashboard" />}
      classNames={{ body: styles.drawer }}
    >
      <SideMenu current={current} isCollapsed={false} onNavigate={onClose} />
    </Drawer>
  );
}
