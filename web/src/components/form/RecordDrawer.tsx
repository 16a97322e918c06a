import { App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import type { WordsWith } from '../../i18n/words-with.ts';
import type { FormSchema } from './field-rules.ts';
import { FormDrawer } from './FormDrawer.tsx';

interface RecordWords {
  action: { create: string };
  message: { saved: string };
  title: { edit: string };
}

interface RecordDrawerProps<Schema extends FormSchema, Stored, Saved> {
  open: boolean;
  /** What is edited; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
  words: WordsWith<RecordWords>;
  schema: Schema;
  /** What a new one starts with; undefined while something it needs is being fetched. */
  blank: Partial<z.input<Schema>> | undefined;
  /** The record as it is stored, asked for while the drawer is open on one. */
  stored: {
    data: Stored | undefined;
    isFetching: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  toInput: (stored: Stored) => Partial<z.input<Schema>> | undefined;
  save: (data: z.output<Schema>) => Promise<Saved>;
  /** A second button that saves and goes on with what was saved. */
  saveAnd?: { label: string; goOn: (saved: Saved, data: z.output<Schema>) => void } | undefined;
  nameOf: (data: z.output<Schema>) => string;
  wide?: boolean;
  children: ReactNode;
}

/** Makes a record or edits one, in a drawer: title, fetching, saving and the message afterwards are the same for all. */
export function RecordDrawer<Schema extends FormSchema, Stored, Saved>(
  props: RecordDrawerProps<Schema, Stored, Saved>,
) {
  const { open, id, onClose, words, schema, blank, stored, toInput, save, saveAnd, nameOf, wide, children } =
    props;
  // The type of `words` proves that the keys are there; i18next cannot see that through a union.
  const t = useTranslation(words).t as unknown as (
    key: 'action.create' | 'message.saved' | 'title.edit',
    values?: object,
  ) => string;
  const { message } = App.useApp();
  const isNew = id === undefined;
  // Not what was fetched at an earlier time: somebody else may have changed it since.
  const current = stored.data !== undefined && !stored.isFetching ? toInput(stored.data) : undefined;
  const saveAndSay = async (data: z.output<Schema>) => {
    const saved = await save(data);
    message.success(t('message.saved', { name: nameOf(data) }));
    return saved;
  };
  const more = saveAnd && {
    label: saveAnd.label,
    onSubmit: async (data: z.output<Schema>) => saveAnd.goOn(await saveAndSay(data), data),
  };
  return (
    <FormDrawer
      open={open}
      wide={wide}
      title={t(isNew ? 'action.create' : 'title.edit')}
      schema={schema}
      initial={isNew ? blank : current}
      loadError={stored.error}
      onRetry={() => void stored.refetch()}
      onSubmit={saveAndSay}
      more={more}
      onClose={onClose}
    >
      {children}
    </FormDrawer>
  );
}
