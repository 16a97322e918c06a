import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { OverlayProps } from '../hooks/useOverlays.ts';
import type { WordsWith } from '../i18n/words-with.ts';
import { ConfirmRows } from './ConfirmRows.tsx';

/** The words a catalogue must have for its objects to be deleted. */
interface DeleteWords {
  action: { delete: string };
  confirm: { delete: { title: string; help: string }; deleteMany: { title_other: string } };
  message: { deleted: string; deletedMany_other: string };
}

type DeleteKey =
  | 'action.delete'
  | 'confirm.delete.title'
  | 'confirm.delete.help'
  | 'confirm.deleteMany.title'
  | 'message.deleted'
  | 'message.deletedMany';

interface DeleteDialogProps<Row> extends OverlayProps<readonly Row[]> {
  /** The catalogue; `{{name}}` and `{{count}}` are filled in. */
  words: WordsWith<DeleteWords>;
  nameOf: (row: Row) => string;
  /** How rows are called in the list of several, when not as in the title. `false` lists none. */
  listAs?: ((row: Row) => string) | false;
  /** More to know about just these rows: who uses them, what stays. */
  note?: ReactNode;
  /** For what takes much along: the name must be typed first, or the verb when there are several. */
  mustType?: boolean;
  remove: (ids: readonly string[]) => Promise<unknown>;
  onDone?: () => void;
}

/** Confirms the deletion of one object, or of several. */
export function DeleteDialog<Row extends { id: string }>(props: DeleteDialogProps<Row>) {
  const {
    open,
    target: rows = [],
    onClose,
    onDone,
    words,
    nameOf,
    listAs = nameOf,
    note,
    mustType,
    remove,
  } = props;
  // The type of `words` proves that the keys are there; i18next cannot see that through a union.
  const t = useTranslation(words).t as unknown as (key: DeleteKey, values?: object) => string;
  const [first] = rows;
  const name = first === undefined ? '' : nameOf(first);
  const count = rows.length;
  const isOne = count === 1;
  const typeName = isOne ? name : t('action.delete');

  return (
    <ConfirmRows
      open={open}
      ids={rows.map(({ id }) => id)}
      names={listAs === false ? [] : rows.map(listAs)}
      title={isOne ? t('confirm.delete.title', { name }) : t('confirm.deleteMany.title', { count })}
      help={t('confirm.delete.help')}
      note={note}
      confirmLabel={t('action.delete')}
      typeName={mustType === true ? typeName : undefined}
      done={isOne ? t('message.deleted', { name }) : t('message.deletedMany', { count })}
      run={remove}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
