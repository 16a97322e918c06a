import { createContext, useContext } from 'react';

import type { FormSchema } from './field-rules.ts';

interface FormContextValue {
  schema: FormSchema;
  /** True once the person tried to save. Before that, fields nobody touched are left in peace. */
  wasAttempted: () => boolean;
}

export const SchemaFormContext = createContext<FormContextValue | undefined>(undefined);

export function useFormContext(): FormContextValue {
  const context = useContext(SchemaFormContext);
  if (context === undefined) {
    throw new Error('FormField stands outside a SchemaForm');
  }
  return context;
}

/** The label of the field around, for inputs that consist of several controls. */
export const FieldLabelContext = createContext<string | undefined>(undefined);
