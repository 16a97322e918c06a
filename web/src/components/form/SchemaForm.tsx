import { Alert, Form, theme } from 'antd';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Failure } from '../failure.ts';
import { Mono } from '../Mono.tsx';
import type { FormSchema } from './field-rules.ts';
import { SchemaFormContext } from './form-context.ts';
import type { SchemaForm as SchemaFormState } from './useSchemaForm.ts';

import styles from './SchemaForm.module.css';

interface SchemaFormProps {
  schema: FormSchema;
  state: Omit<SchemaFormState, 'submit'> & { submit: () => Promise<void> };
  /** Save and cancel, under the fields. */
  footer: ReactNode;
  children: ReactNode;
}

const FIRST_FIELD = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled)';

/** The fields, the sentence for what belongs to no field, and the buttons. */
export function SchemaForm({ schema, state, footer, children }: SchemaFormProps) {
  const { form, initialValues, attempt, wasAttempted, failure, submit, revalidate } = state;
  const { token } = theme.useToken();
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const context = useMemo(() => ({ schema, wasAttempted }), [schema, wasAttempted]);

  useEffect(() => {
    fields.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus({ preventScroll: true });
  }, []);

  // In a text area Enter is a new line, so saving by keyboard needs the other key.
  const handleKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.currentTarget.requestSubmit();
    }
  };

  return (
    <SchemaFormContext value={context}>
      <Form
        form={form}
        // Part of every input's id, which must not meet that of another form on the page.
        name={id}
        className={styles.form}
        layout="vertical"
        initialValues={initialValues}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={revalidate}
        onSubmitCapture={attempt}
        onFinish={() => void submit()}
        onKeyDown={handleKeyDown}
      >
        <div ref={fields} className={styles.fields} style={{ padding: token.paddingLG }}>
          {failure !== undefined && <FailureAlert failure={failure} />}
          {children}
        </div>
        <div
          className={styles.footer}
          style={{
            padding: `${token.paddingSM}px ${token.paddingLG}px`,
            gap: token.marginXS,
            borderTop: `${token.lineWidth}px solid ${token.colorSplit}`,
          }}
        >
          {footer}
        </div>
      </Form>
    </SchemaFormContext>
  );
}

function FailureAlert({ failure }: { failure: Failure }) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const { message, requestId } = failure;
  const title = (
    <>
      {message}
      {requestId !== undefined && (
        <div style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
          {t('error.requestId')} <Mono text={requestId} canCopy={false} />
        </div>
      )}
    </>
  );
  return <Alert type="error" role="alert" showIcon title={title} style={{ marginBottom: token.margin }} />;
}
