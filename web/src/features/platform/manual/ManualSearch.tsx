import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { searchManual, type Hit } from './manual-search.ts';
import { manualPath, type Manual } from './manual-text.ts';

import styles from './ManualPage.module.css';

interface ManualSearchProps {
  manual: Manual;
  /** What stands here while nothing is searched for. */
  children: ReactNode;
}

/** Looks through all chapters in the browser, with every key. */
export function ManualSearch({ manual, children }: ManualSearchProps) {
  const { t } = useTranslation('manual');
  const [typed, setTyped] = useState('');
  const isSearching = typed.trim() !== '';
  const hits = searchManual(manual, typed);
  return (
    <>
      <div role="search">
        <input
          className={styles.search}
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {isSearching && t('search.count', { count: hits.length })}
      </p>
      {isSearching ? <Hits hits={hits} typed={typed.trim()} onOpen={() => setTyped('')} /> : children}
    </>
  );
}

function Hits({ hits, typed, onOpen }: { hits: readonly Hit[]; typed: string; onOpen: () => void }) {
  const { t } = useTranslation('manual');
  if (hits.length === 0) {
    return <p className={styles.none}>{t('search.none', { text: typed })}</p>;
  }
  return (
    <ul className={styles.hits}>
      {hits.map(({ chapter, chapterTitle, anchor, heading, before, found, after }) => (
        <li key={chapter + anchor}>
          <Link to={manualPath(chapter) + (anchor && `#${anchor}`)} onClick={onOpen}>
            <span className={styles.where}>{chapterTitle}</span>
            <span className={styles.heading}>{heading}</span>
            <span className={styles.around}>
              {before}
              <mark>{found}</mark>
              {after}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
