import type { FieldError } from '@jadegate/contract/error';
import { check } from '@jadegate/contract/validation';
import { Form, type FormInstance } from 'antd';
import { useCallback, useRef, useState } from 'react';
import type * as z from 'zod';

import { useLanguage } from '../../hooks/useLanguage.ts';
import { readFailure, type Failure } from '../failure.ts';
import { blankValues, type FormSchema } from './field-rules.ts';

type Values = Record<string, unknown>;

interface SchemaFormOptions<Schema extends FormSchema> {
  schema: Schema;
  initial: Partial<z.input<Schema>>;
  /** Saves. Its rejection is shown in the form; nothing typed is lost. */
  onSubmit: (data: z.output<Schema>) => Promise<unknown>;
  onSaved: () => void;
}

export interface SchemaForm<Schema extends FormSchema = FormSchema> {
  form: FormInstance<Values>;
  initialValues: Values;
  /** Call when the person tries to save: from then on every field is checked, touched or not. */
  attempt: () => void;
  wasAttempted: () => boolean;
  isSaving: boolean;
  /** What was refused and belongs to no field. */
  failure: Failure | undefined;
  isChanged: () => boolean;
  /** Saves, in the way the form has or in another one. */
  submit: (save?: (data: z.output<Schema>) => Promise<unknown>) => Promise<void>;
  revalidate: (changed: Values) => void;
}

/** True when any value differs. An untouched input and a cleared one are the same. */
function hasChanged(before: Values, after: Values): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => JSON.stringify(before[name] ?? '') !== JSON.stringify(after[name] ?? ''));
}

/** The state of a form that a contract schema drives, from the first value to the server's answer. */
export function useSchemaForm<Schema extends FormSchema>(
  options: SchemaFormOptions<Schema>,
): SchemaForm<Schema> {
  const { schema, initial, onSubmit, onSaved } = options;
  const [form] = Form.useForm<Values>();
  const [initialValues] = useState<Values>(() => ({ ...blankValues(schema), ...initial }));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const attempted = useRef(false);
  const wasAttempted = useCallback(() => attempted.current, []);
  const language = useLanguage();

  // Values of fields that are not shown at the moment count too, so everything in the store is read.
  const values = () => ({ ...initialValues, ...(form.getFieldsValue(true) as Values) });

  /** Puts each sentence at its field; answers the ones whose field is not on the form. */
  const place = (errors: FieldError[]): FieldError[] => {
    const shown = new Set(form.getFieldsError().map(({ name }) => name.join('.')));
    const here = errors.filter(({ path }) => shown.has(path));
    form.setFields(here.map(({ path, message }) => ({ name: path.split('.'), errors: [message] })));
    const [first] = here;
    if (first !== undefined) {
      form.scrollToField(first.path.split('.'), { block: 'center', focus: true });
    }
    return errors.filter(({ path }) => !shown.has(path));
  };

  const refuse = (refused: Failure) => {
    const homeless = place(refused.fields);
    const isPlaced = refused.fields.length > 0 && homeless.length === 0;
    setFailure(isPlaced ? undefined : refused);
  };

  const submit = async (save = onSubmit) => {
    if (isSaving) {
      return;
    }
    setFailure(undefined);
    const checked = check(schema, values(), language);
    if (checked.fields !== undefined) {
      refuse({ message: checked.fields.map(({ message }) => message).join(' '), fields: checked.fields });
      return;
    }
    setIsSaving(true);
    try {
      await save(checked.data);
      onSaved();
    } catch (error) {
      refuse(readFailure(error));
    } finally {
      setIsSaving(false);
    }
  };

  /** A field that shows an error is checked again as it is corrected, so the sentence goes when it is right. */
  const revalidate = (changed: Values) => {
    const wrong = Object.keys(changed).filter((name) => form.getFieldError(name).length > 0);
    if (wrong.length > 0) {
      form.validateFields(wrong).catch(() => undefined); // The errors are on the fields.
    }
  };

  return {
    form,
    initialValues,
    attempt: () => {
      attempted.current = true;
    },
    wasAttempted,
    isSaving,
    failure,
    isChanged: () => hasChanged(initialValues, values()),
    submit,
    revalidate,
  };
}
