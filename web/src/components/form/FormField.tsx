import { Form } from 'antd';
import { cloneElement, type ReactElement, type ReactNode } from 'react';

import { useLanguage } from '../../hooks/useLanguage.ts';
import { fieldError, fieldRules } from './field-rules.ts';
import { FieldLabelContext, useFormContext } from './form-context.ts';

interface LimitProps {
  maxLength?: number;
  min?: number;
  max?: number;
}

interface FormFieldProps<Name extends string> {
  name: Name;
  label: string;
  /** Where a person would hesitate. */
  help?: ReactNode;
  /** Demanded by the form although the schema allows it to be empty, such as a key that is not stored yet. */
  required?: boolean;
  /** `checked` for switches and check boxes. */
  valuePropName?: string;
  children: ReactElement<LimitProps>;
}

/**
 * One field of a schema form. The required mark, limits and sentences come from the contract schema.
 * A feature fixes the names once: `const Field = FormField<keyof CredentialInput>`.
 */
export function FormField<Name extends string>({
  name,
  label,
  help,
  required,
  valuePropName,
  children,
}: FormFieldProps<Name>) {
  const { schema, wasAttempted } = useFormContext();
  const form = Form.useFormInstance();
  const language = useLanguage();
  const { required: isRequired, ...limits } = fieldRules(schema, name);
  const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));

  const validator = async (_rule: unknown, value: unknown) => {
    if (!wasAttempted() && !form.isFieldTouched(name)) {
      return;
    }
    const message = fieldError(schema, name, value, { language, required });
    if (message !== undefined) {
      throw new Error(message);
    }
  };

  return (
    <FieldLabelContext value={label}>
      <Form.Item<Record<string, unknown>>
        name={name}
        label={label}
        extra={help}
        required={isRequired || required === true}
        rules={[{ validator }]}
        validateTrigger="onBlur"
        valuePropName={valuePropName}
      >
        {cloneElement(children, { ...given, ...children.props })}
      </Form.Item>
    </FieldLabelContext>
  );
}
