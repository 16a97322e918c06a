import type { MenuId } from '@jadegate/contract/menu';
import { Menu, type MenuProps } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { readOpenKeys, saveOpenKeys } from '../api/storage.ts';
import { useCan } from '../hooks/account.ts';
import { MenuIcon } from './menu-icons.tsx';
import { pageAt, type LabelKey, type Page } from './navigation.ts';
import { sideMenu, type SideMenuEntry } from './side-menu.ts';

/** Longer than a group takes to open. */
const OPENING_MS = 1000;

type Item = NonNullable<MenuProps['items']>[number];

interface SideMenuProps {
  current: Page | undefined;
  isCollapsed: boolean;
  onNavigate?: () => void;
}

/** The one open group: kept for this tab, and that of the current page when one comes to it. */
function useOpenGroups(current: Page | undefined) {
  const [openKeys, setOpenKeys] = useState(() => readOpenKeys().slice(-1));
  const [shownGroup, setShownGroup] = useState<MenuId>();
  const group = current?.group ?? pageAt(current?.parent ?? '')?.group;
  if (group !== shownGroup) {
    setShownGroup(group);
    setOpenKeys((keys) => (group === undefined ? keys : [group]));
  }
  useEffect(() => saveOpenKeys(openKeys), [openKeys]);
  return [openKeys, setOpenKeys] as const;
}

/** Brings the current page into sight, also when its group is only opening. */
function useCurrentInSight(path: string | undefined) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = holder;
    if (path === undefined) {
      return undefined;
    }
    const show = () =>
      current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
    show();
    current?.addEventListener('transitionend', show);
    const stop = () => current?.removeEventListener('transitionend', show);
    // From then on the menu is the person's to scroll.
    const timer = setTimeout(stop, OPENING_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [path]);
  return holder;
}

export function SideMenu({ current, isCollapsed, onNavigate }: SideMenuProps) {
  const { t } = useTranslation('app');
  const can = useCan();
  const [openKeys, setOpenKeys] = useOpenGroups(current);
  const holder = useCurrentInSight(current?.path);
  const items = useMemo(() => {
    const pageItem = ({ path, label, menu, icon = menu }: Page): Item => ({
      key: path,
      icon: icon && <MenuIcon menu={icon} />,
      label: <Link to={path}>{t(label)}</Link>,
    });
    const groupItem = (group: MenuId, pages: Page[]): Item => ({
      key: group,
      icon: <MenuIcon menu={group} />,
      label: t(`menu.${group}` as LabelKey),
      children: pages.map(pageItem),
    });
    const toItem = (entry: SideMenuEntry) =>
      'page' in entry ? pageItem(entry.page) : groupItem(entry.group, entry.pages);
    return sideMenu(can).map(toItem);
  }, [can, t]);
  // A collapsed menu opens its groups as pop-ups: that is not a choice to remember.
  // The one that was opened last comes last.
  const openProps = isCollapsed
    ? {}
    : { openKeys, onOpenChange: (keys: string[]) => setOpenKeys(keys.slice(-1)) };
  return (
    <div ref={holder}>
      <Menu
        mode="inline"
        items={items}
        selectedKeys={current ? [current.parent ?? current.path] : []}
        {...openProps}
        {...(onNavigate && { onClick: onNavigate })}
      />
    </div>
  );
}
