import { useState } from 'react';
import * as z from 'zod';

import { useDebouncedCallback } from '../../hooks/useDebouncedCallback.ts';
import { useStoredState } from '../../hooks/useStoredState.ts';
import type { Sort } from './file-list.ts';
import type { FileSource } from './file-source.ts';
import { useFolder } from './useFolder.ts';

/** Rows that a browser draws at once without anybody noticing. */
export const PAGE_SIZE = 200;
const TYPING_MS = 300;

/** A folder as somebody looks at it: which page of it, in which order, and which of its entries. */
export function useFolderView(source: FileSource, path: string | undefined) {
  const [sort, setSort] = useState<Sort>({ field: 'name', isDescending: false });
  const [page, setPage] = useState(1);
  const [text, setText] = useState('');
  /** What was typed, once somebody stops to type. */
  const [name, setName] = useState('');
  const [showsHidden, setShowsHidden] = useStoredState('files-show-hidden', z.boolean(), false);
  const filter = (wanted: string) => {
    setName(wanted);
    setPage(1);
  };
  const filterSoon = useDebouncedCallback(filter, TYPING_MS);
  const folder = useFolder(source, path, {
    pageIndex: page,
    pageSize: PAGE_SIZE,
    field: sort.field,
    order: sort.isDescending ? 'descend' : 'ascend',
    name,
    showsHidden,
  });
  const pages = Math.max(1, Math.ceil((folder.data?.total ?? 0) / PAGE_SIZE));
  // What stood on the last page is gone.
  if (folder.isSuccess && !folder.isPlaceholderData && page > pages) {
    setPage(pages);
  }
  return {
    folder,
    sort,
    page,
    pages,
    /** What stands in the field. */
    text,
    /** What the entries were chosen by. */
    name,
    showsHidden,
    setPage,
    setSort: (next: Sort) => {
      setSort(next);
      setPage(1);
    },
    setShowsHidden: (shows: boolean) => {
      setShowsHidden(shows);
      setPage(1);
    },
    setText: (typed: string, isComposing = false) => {
      setText(typed);
      filterSoon.cancel();
      if (typed.trim() === '') {
        filter('');
      } else if (!isComposing) {
        filterSoon.call(typed.trim());
      }
    },
    /** For another folder. */
    reset: () => {
      filterSoon.cancel();
      setText('');
      filter('');
    },
  };
}
