import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router';

import { useIsNarrow } from '../hooks/useIsNarrow.ts';
import { AntdLayer } from './AntdLayer.tsx';
import { Logo } from './Logo.tsx';
import { PERSONAL_LINKS } from './navigation.ts';
import { ShellFooter } from './ShellFooter.tsx';
import { PaletteButton, Shortcuts } from './Shortcuts.tsx';
import { SignedIn } from './SignedIn.tsx';
import { UserMenu } from './UserMenu.tsx';

import styles from './PersonalShell.module.css';

/** One's own machines, commands and profile, under a top bar. For everybody who is signed in. */
export function PersonalShell() {
  return (
    <AntdLayer>
      <SignedIn>{() => <PersonalFrame />}</SignedIn>
    </AntdLayer>
  );
}

function PersonalFrame() {
  const { t } = useTranslation('app');
  const isNarrow = useIsNarrow();
  const { pathname } = useLocation();
  const links = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = PERSONAL_LINKS.findIndex(({ path }) => path === pathname);
    links.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      <header className={styles.header}>
        <Logo to="/my-asset" isMarkOnly={isNarrow} />
        <nav ref={links} className={styles.links} aria-label={t('nav.main')}>
          {PERSONAL_LINKS.map(({ path, label }) => (
            <NavLink key={path} to={path} className={styles.link}>
              {t(label)}
            </NavLink>
          ))}
        </nav>
        <div className={styles.tools}>
          {!isNarrow && <PaletteButton />}
          <UserMenu shell="personal" />
        </div>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      <ShellFooter />
      <Shortcuts />
    </div>
  );
}
