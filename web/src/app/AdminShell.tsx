import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Breadcrumb, Button, Layout } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useLocation } from 'react-router';

import { useIsNarrow } from '../hooks/useIsNarrow.ts';
import { useLanguage } from '../hooks/useLanguage.ts';
import { AntdLayer } from './AntdLayer.tsx';
import { breadcrumb } from './breadcrumb.ts';
import { lazyComponent } from './lazy-component.ts';
import { Logo } from './Logo.tsx';
import { pageAt, type Page } from './navigation.ts';
import { ShellFooter } from './ShellFooter.tsx';
import { PaletteButton, Shortcuts } from './Shortcuts.tsx';
import { SideMenu } from './SideMenu.tsx';
import { SignedIn } from './SignedIn.tsx';
import { UserMenu } from './UserMenu.tsx';

import styles from './AdminShell.module.css';

const narrowMenu = lazyComponent(async () => (await import('./NarrowMenu.tsx')).NarrowMenu);

const noticeBanner = lazyComponent(async () => (await import('./NoticeBanner.tsx')).NoticeBanner);

/** So that no label is cut: English needs more room. */
const SIDER_WIDTH = { 'zh-TW': 200, en: 256 } as const;
const COLLAPSED_WIDTH = 80;

/** The back office: side menu, breadcrumb, person's menu and footer. Only for administrators. */
export function AdminShell() {
  return (
    <AntdLayer>
      <SignedIn>
        {({ type }) => (type === 'admin' ? <AdminFrame /> : <Navigate to="/my-asset" replace />)}
      </SignedIn>
    </AntdLayer>
  );
}

/** Without asking who is there. */
export function AdminFrame() {
  const { t } = useTranslation('app');
  const current = pageAt(useLocation().pathname);
  const language = useLanguage();
  const isNarrow = useIsNarrow();
  const [isCollapsed, setIsCollapsed] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  return (
    <Layout hasSider className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      {isNarrow ? (
        <Suspense fallback={null}>
          <narrowMenu.Component
            current={current}
            isOpen={isDrawerOpen}
            onClose={() => setIsDrawerOpen(false)}
          />
        </Suspense>
      ) : (
        <Layout.Sider
          className={styles.sider}
          collapsible
          collapsed={isCollapsed}
          width={SIDER_WIDTH[language]}
          collapsedWidth={COLLAPSED_WIDTH}
          breakpoint="lg"
          onCollapse={setIsCollapsed}
          trigger={null}
          theme="light"
        >
          <div className={styles.logo}>
            <Logo to="/dashboard" isMarkOnly={isCollapsed} />
          </div>
          <nav className={styles.menu} aria-label={t('nav.main')}>
            <SideMenu current={current} isCollapsed={isCollapsed} />
          </nav>
        </Layout.Sider>
      )}
      <Layout>
        <Layout.Header className={styles.header}>
          <MenuToggle
            isNarrow={isNarrow}
            isCollapsed={isCollapsed}
            onToggle={() => (isNarrow ? setIsDrawerOpen(true) : setIsCollapsed(!isCollapsed))}
          />
          {current && <PageBreadcrumb page={current} />}
          <div className={styles.tools}>
            <PaletteButton />
            <UserMenu shell="admin" />
          </div>
        </Layout.Header>
        <Suspense fallback={null}>
          <noticeBanner.Component />
        </Suspense>
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
        <ShellFooter />
      </Layout>
      <Shortcuts />
    </Layout>
  );
}

interface MenuToggleProps {
  isNarrow: boolean;
  isCollapsed: boolean;
  onToggle: () => void;
}

function MenuToggle({ isNarrow, isCollapsed, onToggle }: MenuToggleProps) {
  const { t } = useTranslation('app');
  const icon = isNarrow ? <MenuOutlined /> : isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />;
  const label = isNarrow ? t('nav.open') : isCollapsed ? t('nav.expand') : t('nav.collapse');
  return <Button type="text" icon={icon} aria-label={label} onClick={onToggle} />;
}

function PageBreadcrumb({ page }: { page: Page }) {
  const { t } = useTranslation('app');
  const items = breadcrumb(page).map(({ label, path }) => ({
    key: label,
    title: path === undefined ? t(label) : <Link to={path}>{t(label)}</Link>,
  }));
  return (
    <nav className={styles.breadcrumb} aria-label={t('breadcrumb.label')}>
      <Breadcrumb items={items} />
    </nav>
  );
}
