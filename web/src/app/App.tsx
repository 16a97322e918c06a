import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { BrowserRouter, useNavigate } from 'react-router';

import { useBranding } from '../hooks/branding.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyComponent } from './lazy-component.ts';
import { AccountProvider, BrandingProvider, PreferencesProvider } from './providers.tsx';
import { AppRoutes } from './routes.tsx';
import { setNavigate } from './surroundings.ts';

const demoStrip = lazyComponent(async () => (await import('./DemoStrip.tsx')).DemoStrip);

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <PreferencesProvider>
          <BrandingProvider>
            <AccountProvider>
              <BrowserRouter>
                <NavigationBridge />
                <DemoMark />
                <AppRoutes />
              </BrowserRouter>
            </AccountProvider>
          </BrandingProvider>
        </PreferencesProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** Lets the API layer change the page. */
function NavigationBridge() {
  const navigate = useNavigate();
  useEffect(() => setNavigate((path) => void navigate(path, { replace: true })), [navigate]);
  return null;
}

/** Loaded only where it is one. */
function DemoMark() {
  const { isDemo } = useBranding();
  return isDemo ? (
    <Suspense fallback={null}>
      <demoStrip.Component />
    </Suspense>
  ) : null;
}
