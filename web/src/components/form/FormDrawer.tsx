import { App, Button, Drawer, Skeleton, theme } from 'antd';
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { ErrorState } from '../ErrorState.tsx';
import type { FormSchema } from './field-rules.ts';
import { SchemaForm } from './SchemaForm.tsx';
import { useSchemaForm } from './useSchemaForm.ts';

const WIDTH = 640;
const WIDE_WIDTH = 960;

interface FormDrawerProps<Schema extends FormSchema> {
  open: boolean;
  title: string;
  schema: Schema;
  /** What the form starts with; undefined while it is being fetched. */
  initial: Partial<z.input<Schema>> | undefined;
  /** Why it could not be fetched. */
  loadError?: unknown;
  onRetry?: () => void;
  wide?: boolean | undefined;
  submitLabel?: string;
  /** Saves. The drawer closes when it succeeds; a refusal is shown at the fields or above them. */
  onSubmit: (data: z.output<Schema>) => Promise<unknown>;
  /** A second button that saves and does more. */
  more?: { label: string; onSubmit: (data: z.output<Schema>) => Promise<unknown> } | undefined;
  onClose: () => void;
  /** `FormField`s of the schema. */
  children: ReactNode;
}

interface BodyHandle {
  requestClose: () => void;
}

interface DrawerOpening<Initial> {
  open: boolean;
  count: number;
  initial: Initial | undefined;
}

/**
 * Counts openings, so that a drawer opened again while it still slides away starts with a fresh form, and holds the
 * first values of each, so that a refetch behind the form changes nothing under the person's hands.
 */
function useOpening<Initial>(open: boolean, initial: Initial | undefined): DrawerOpening<Initial> {
  const [seen, setSeen] = useState<DrawerOpening<Initial>>({
    open,
    count: 0,
    initial: open ? initial : undefined,
  });
  if (seen.open !== open) {
    setSeen(open ? { open, count: seen.count + 1, initial } : { ...seen, open });
  } else if (open && seen.initial === undefined && initial !== undefined) {
    setSeen({ ...seen, initial });
  }
  return seen;
}

/** Create and edit, in a drawer from the right, driven by a contract schema. */
export function FormDrawer<Schema extends FormSchema>(props: FormDrawerProps<Schema>) {
  const { open, title, loadError, onRetry, wide = false, onClose } = props;
  const { token } = theme.useToken();
  const body = useRef<BodyHandle>(null);
  const { count, initial } = useOpening(open, props.initial);

  const content = () => {
    if (initial !== undefined) {
      return <FormDrawerBody key={count} {...props} initial={initial} ref={body} />;
    }
    return loadError === undefined || loadError === null ? (
      <Skeleton active style={{ padding: token.paddingLG }} paragraph={{ rows: 6 }} />
    ) : (
      <ErrorState error={loadError} onRetry={onRetry} />
    );
  };

  return (
    <Drawer
      open={open}
      title={title}
      size={wide ? WIDE_WIDTH : WIDTH}
      styles={{ body: { padding: 0 }, wrapper: { maxWidth: '100vw' } }}
      onClose={() => (body.current === null ? onClose() : body.current.requestClose())}
      destroyOnHidden
    >
      {content()}
    </Drawer>
  );
}

interface FormDrawerBodyProps<Schema extends FormSchema> extends FormDrawerProps<Schema> {
  initial: Partial<z.input<Schema>>;
  ref: Ref<BodyHandle>;
}

function FormDrawerBody<Schema extends FormSchema>(props: FormDrawerBodyProps<Schema>) {
  const { schema, initial, submitLabel, onSubmit, more, onClose, children, ref } = props;
  const { t } = useTranslation('parts');
  const { modal } = App.useApp();
  const state = useSchemaForm({ schema, initial, onSubmit, onSaved: onClose });

  const requestClose = () => {
    if (state.isSaving) {
      return;
    }
    if (!state.isChanged()) {
      onClose();
      return;
    }
    modal.confirm({
      title: t('form.discard.title'),
      content: t('form.discard.help'),
      okText: t('form.discard.confirm'),
      okButtonProps: { danger: true },
      cancelText: t('form.discard.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    });
  };
  const submitMore = () => {
    state.attempt();
    void state.submit(more?.onSubmit);
  };
  useImperativeHandle(ref, () => ({ requestClose }));

  return (
    <SchemaForm
      schema={schema}
      state={state}
      footer={
        <>
          <Button onClick={requestClose} disabled={state.isSaving}>
            {t('action.cancel')}
          </Button>
          {more !== undefined && (
            <Button onClick={submitMore} disabled={state.isSaving}>
              {more.label}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={state.isSaving}>
            {submitLabel ?? t('action.save')}
          </Button>
        </>
      }
    >
      {children}
    </SchemaForm>
  );
}
