import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router';

import { loadAllWords } from '../i18n/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyComponent, type LazyComponent } from './lazy-component.ts';
import { Loading } from './Loading.tsx';
import { NOT_FOUND, pageAt, PAGES, type Shell } from './navigation.ts';
import { PageView } from './PageView.tsx';
import { RootRedirect } from './RootRedirect.tsx';

interface ShellProps {
  children?: ReactNode;
}

/** A shell comes with the texts of its pages. */
function lazyShell(load: () => Promise<ComponentType<ShellProps>>): LazyComponent<ShellProps> {
  return lazyComponent(async () => {
    const [shell] = await Promise.all([load(), loadAllWords()]);
    return shell;
  });
}

const SHELLS: Record<Exclude<Shell, 'none'>, LazyComponent<ShellProps>> = {
  admin: lazyShell(async () => (await import('./AdminShell.tsx')).AdminShell),
  personal: lazyShell(async () => (await import('./PersonalShell.tsx')).PersonalShell),
  session: lazyShell(async () => (await import('./SessionShell.tsx')).SessionShell),
};

function ShellView({ shell }: { shell: Shell }) {
  if (shell === 'none') {
    return <Outlet />;
  }
  const { Component } = SHELLS[shell];
  return (
    <ErrorBoundary key={shell}>
      <Suspense fallback={<Loading fullPage />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  );
}

const SHELL_NAMES: readonly Shell[] = ['admin', 'personal', 'session', 'none'];

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<RootRedirect />} />
      {SHELL_NAMES.map((shell) => (
        <Route key={shell} element={<ShellView shell={shell} />}>
          {PAGES.filter((page) => page.shell === shell).map((page) => (
            <Route key={page.path} path={page.path} element={<PageView page={page} />} />
          ))}
        </Route>
      ))}
      <Route path={NOT_FOUND.path} element={<PageView page={NOT_FOUND} />} />
    </Routes>
  );
}

/** Starts loading everything an address needs at once, rather than one part after the other. */
export function preloadAt(pathname: string): void {
  const page = pageAt(pathname);
  page?.page.preload();
  if (page && page.shell !== 'none') {
    SHELLS[page.shell].preload();
  }
}

/** Fetches what comes after the login page while the person is still typing. */
export function preloadShells(): void {
  SHELLS.admin.preload();
  SHELLS.personal.preload();
  // Where administrators arrive.
  pageAt('/dashboard')?.page.preload();
}
