import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter, useNavigate } from 'react-router';

import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AccountProvider, BrandingProvider, PreferencesProvider } from './providers.tsx';
import { AppRoutes } from './routes.tsx';
import { setNavigate } from './surroundings.ts';

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <PreferencesProvider>
          <BrandingProvider>
            <AccountProvider>
              <BrowserRouter>
                <NavigationBridge />
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
