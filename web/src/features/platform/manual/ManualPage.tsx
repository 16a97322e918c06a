import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useParams } from 'react-router';

import { BrandMark } from '../../../components/BrandMark.tsx';
import { MANUAL_CHAPTERS, MANUAL_READERS, type ManualReader } from '../../../components/manual-chapters.ts';
import { PreferenceBar } from '../../../components/PreferenceBar.tsx';
import { useBranding } from '../../../hooks/branding.ts';
import { usePageSubject } from '../../../hooks/page-subject.ts';
import { useIsNarrow } from '../../../hooks/useIsNarrow.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { loadManual, manualPath, type Manual } from './manual-text.ts';
import { ManualArticle } from './ManualArticle.tsx';
import { ManualSearch } from './ManualSearch.tsx';
import { plainText } from './markdown.ts';

import styles from './ManualPage.module.css';

/** The manual: public like `/docs`, because it describes the product and holds no data. */
export function ManualPage() {
  const language = useLanguage();
  const { data: manual } = useQuery({
    queryKey: ['manual', language],
    queryFn: () => loadManual(language),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return manual ? <ManualView manual={manual} /> : null;
}

function ManualView({ manual }: { manual: Manual }) {
  const { t } = useTranslation(['manual', 'app']);
  const { name } = useBranding();
  const { chapter: id } = useParams();
  const at = manual.findIndex((chapter) => chapter.id === id);
  const chapter = manual[at];
  usePageSubject(chapter?.title ?? '');
  useScrollToAnchor(chapter !== undefined);
  if (!chapter) {
    return <Navigate to={manualPath('first-login')} replace />;
  }
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#manual-text">
        {t('app:nav.skip')}
      </a>
      <header className={styles.header}>
        <Link className={styles.brand} to="/">
          <BrandMark size={28} />
          <span className={styles.product}>{name}</span>
        </Link>
        <span className={styles.title}>{t('app:page.manual')}</span>
        <PreferenceBar />
      </header>
      <div className={styles.body}>
        <aside className={styles.side}>
          <ManualSearch manual={manual}>
            <Contents manual={manual} current={chapter.id} />
          </ManualSearch>
        </aside>
        <main className={styles.text} id="manual-text" tabIndex={-1}>
          <ManualArticle chapter={chapter} />
          <nav className={styles.turn} aria-label={t('turn')}>
            <TurnLink chapter={manual[at - 1]} label={t('previous')} />
            <TurnLink chapter={manual[at + 1]} label={t('next')} />
          </nav>
        </main>
      </div>
    </div>
  );
}

/** The browser goes to an anchor when a page arrives; this one is drawn later, and anew for each chapter. */
function useScrollToAnchor(isDrawn: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isDrawn) {
      return;
    }
    const heading = hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
    if (heading) {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    } else {
      window.scrollTo(0, 0);
    }
  }, [isDrawn, hash]);
}

/** As it is where it means nothing: an address may hold anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function Contents({ manual, current }: { manual: Manual; current: string }) {
  const { t } = useTranslation('manual');
  const isNarrow = useIsNarrow();
  const list = (
    <nav aria-label={t('contents')}>
      {MANUAL_READERS.map((reader) => (
        <ReaderChapters key={reader} reader={reader} manual={manual} current={current} />
      ))}
    </nav>
  );
  return isNarrow ? (
    <details className={styles.fold}>
      <summary>{t('contents')}</summary>
      {list}
    </details>
  ) : (
    list
  );
}

interface ReaderChaptersProps {
  reader: ManualReader;
  manual: Manual;
  current: string;
}

function ReaderChapters({ reader, manual, current }: ReaderChaptersProps) {
  const { t } = useTranslation('manual');
  const ids: readonly string[] = MANUAL_CHAPTERS[reader];
  return (
    <>
      <h2 className={styles.reader}>{t(`reader.${reader}`)}</h2>
      <ul className={styles.chapters}>
        {manual
          .filter(({ id }) => ids.includes(id))
          .map(({ id, title, blocks }) => (
            <li key={id}>
              <Link to={manualPath(id)} aria-current={id === current ? 'page' : undefined}>
                {title}
              </Link>
              {id === current && (
                <ul>
                  {blocks.map(
                    (block) =>
                      block.kind === 'heading' && (
                        <li key={block.id}>
                          <Link to={`#${block.id}`}>{plainText(block.content)}</Link>
                        </li>
                      ),
                  )}
                </ul>
              )}
            </li>
          ))}
      </ul>
    </>
  );
}

function TurnLink({ chapter, label }: { chapter: Manual[number] | undefined; label: string }) {
  if (!chapter) {
    return <span />;
  }
  return (
    <Link to={manualPath(chapter.id)}>
      <span className={styles.where}>{label}</span>
      {chapter.title}
    </Link>
  );
}
