import { linkDirectory } from '@jadegate/contract/identity/directory';
import type { SourceButton } from '@jadegate/contract/identity/source-sign-in';
import { App, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { FormField } from '../../../components/form/FormField.tsx';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { useLinkDirectory } from './own-identity.queries.ts';

const schema = linkDirectory.body;
type Proof = z.output<typeof schema>;
const Field = FormField<keyof Proof>;

interface DirectoryLinkModalProps {
  /** Undefined while none is being linked. */
  source: SourceButton | undefined;
  onClose: () => void;
}

/** Shows that an account of a directory is one's own, by its password. */
export function DirectoryLinkModal({ source, onClose }: DirectoryLinkModalProps) {
  const { t } = useTranslation('sign-in-source');
  // What it was opened for stays while it slides away.
  const [shown, setShown] = useState(source);
  if (source !== undefined && source !== shown) {
    setShown(source);
  }
  const { name = '' } = shown ?? {};
  return (
    <Modal
      open={source !== undefined}
      title={t('own.directoryTitle', { name })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {shown && <LinkForm source={shown} onLinked={onClose} />}
    </Modal>
  );
}

function LinkForm({ source: { key, name }, onLinked }: { source: SourceButton; onLinked: () => void }) {
  const { t } = useTranslation('sign-in-source');
  const { message } = App.useApp();
  const { mutateAsync } = useLinkDirectory();
  const state = useSchemaForm({
    schema,
    initial: {},
    onSubmit: (proof: Proof) => mutateAsync({ key, ...proof }),
    onSaved: () => {
      void message.success(t('own.linked', { name }));
      onLinked();
    },
  });
  return (
    <SchemaForm
      schema={schema}
      state={state}
      footer={
        <Button type="primary" htmlType="submit" loading={state.isSaving}>
          {t('own.link', { name })}
        </Button>
      }
    >
      <Field name="username" label={t('own.directoryAccount', { name })}>
        <Input autoComplete="username" spellCheck={false} />
      </Field>
      <Field name="password" label={t('own.directoryPassword', { name })}>
        <Input.Password autoComplete="current-password" />
      </Field>
    </SchemaForm>
  );
}
