import type { MenuId } from '@jadegate/contract/menu';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../hooks/account.ts';
import type { ListQuery } from '../../hooks/list-state.ts';
import type { WordsWith } from '../../i18n/words-with.ts';
import type { ManualChapterId } from '../manual-chapters.ts';
import type { ListRow } from './list-column.ts';
import { ListPage, type ListPageProps } from './ListPage.tsx';
import { useSelection } from './useSelection.ts';

/** The words a catalogue must have for its objects to be listed. */
interface ListWords {
  title: { list: string; description: string };
  empty: { title: string; help: string };
}

type ListKey = 'title.list' | 'title.description' | 'empty.title' | 'empty.help';

interface RecordListPageProps<
  Row extends ListRow,
  Query extends ListQuery,
  Key extends QueryKey,
> extends Omit<
  ListPageProps<Row, Query, Key>,
  'name' | 'title' | 'description' | 'access' | 'selection' | 'bulkActions' | 'empty'
> {
  /** The catalogue. */
  words: WordsWith<ListWords>;
  /** The page's menu id, under which the browser keeps its column choice, too. */
  menu: MenuId;
  /** Shown when there are none yet. */
  icon: ReactNode;
  /** Says more then than the words of the catalogue. */
  emptyHelp?: ReactNode;
  /** The chapter of the manual that tells even more. */
  manual?: ManualChapterId;
  /** In place of `action`: works on all there are, so that it is not offered when there are none. */
  renderWhole?: (onDone: () => void) => ReactNode;
  /** Rows are ticked by who may do at least one of these. */
  tickAccess: readonly MenuId[];
  /** What can be done with the ticked rows. */
  renderBulk: (rows: Row[], onDone: () => void) => ReactNode;
  /** The drawers and dialogs that lie over the list; `onDone` unticks what they were opened for. */
  renderOverlays: (onDone: () => void) => ReactNode;
}

/** The list of a kind of record: its words, its ticked rows and what lies over it go the same way for all. */
export function RecordListPage<Row extends ListRow, Query extends ListQuery, Key extends QueryKey>(
  props: RecordListPageProps<Row, Query, Key>,
) {
  const {
    words,
    menu,
    icon,
    emptyHelp,
    manual,
    renderWhole,
    tickAccess,
    renderBulk,
    renderOverlays,
    ...list
  } = props;
  // The type of `words` proves that the keys are there; i18next cannot see that through a union.
  const t = useTranslation(words).t as unknown as (key: ListKey) => string;
  const can = useCan();
  const selection = useSelection<Row>();
  return (
    <>
      <ListPage
        {...list}
        name={menu}
        title={t('title.list')}
        description={t('title.description')}
        access={[menu]}
        action={renderWhole?.(selection.clear) ?? list.action}
        selection={can(...tickAccess) ? selection : undefined}
        bulkActions={renderBulk(selection.rows, selection.clear)}
        empty={{
          icon,
          title: t('empty.title'),
          description: emptyHelp ?? t('empty.help'),
          action: renderWhole && null,
          ...(manual && { manual }),
        }}
      />
      {renderOverlays(selection.clear)}
    </>
  );
}
