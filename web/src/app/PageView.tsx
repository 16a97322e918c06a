import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

import { useCan } from '../hooks/account.ts';
import { PageSubject } from '../hooks/page-subject.ts';
import { DeniedNotice } from './DeniedNotice.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Loading } from './Loading.tsx';
import type { Page } from './navigation.ts';
import { mayOpen } from './side-menu.ts';
import { useDocumentTitle } from './title.ts';

/** One row of the page table, drawn: title, right, loading text, error page. */
export function PageView({ page }: { page: Page }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const can = useCan();
  const title = t(page.label);
  const [subject, setSubject] = useState('');
  useDocumentTitle(subject || title);
  if (!mayOpen(page, can)) {
    return <DeniedNotice page={title} />;
  }
  const { Component } = page.page;
  // The keys make a new page a new boundary: the loading text shows at once, and an error ends with its page.
  return (
    <ErrorBoundary key={pathname}>
      <Suspense
        key={page.path}
        fallback={<Loading fullPage={page.shell === 'none' || page.shell === 'session'} />}
      >
        <PageSubject value={setSubject}>
          <Component title={title} />
        </PageSubject>
      </Suspense>
    </ErrorBoundary>
  );
}
