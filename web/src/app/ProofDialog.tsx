import { proveAgain, Reauthentication } from '@jadegate/contract/identity/account';
import { RECENT_PROOF_MINUTES } from '@jadegate/contract/proof';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Flex, Form, Modal, theme } from 'antd';
import { useCallback, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../api/call.ts';
import { recentProofQuery } from '../api/own-proof.ts';
import { SchemaFormContext } from '../components/form/form-context.ts';
import { useSchemaForm } from '../components/form/useSchemaForm.ts';
import { PasswordOrCode } from '../features/identity/account/ProofFields.tsx';

/** Above every drawer and dialog, however deep they lie in each other, and below toasts. */
const ABOVE_DIALOGS = 900;

const TYPED_FIELD = 'input:not([type="radio"])';

function focusField(fields: HTMLDivElement | null): void {
  fields?.querySelector<HTMLElement>(TYPED_FIELD)?.focus();
}

interface ProofDialogProps {
  open: boolean;
  onAnswer: (isProven: boolean) => void;
  onClosed: () => void;
}

/** Asks for the password or a code over whatever was being saved. */
export function ProofDialog({ open, onAnswer, onClosed }: ProofDialogProps) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const id = useId();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (body: Reauthentication) => call(proveAgain, { body }),
    gcTime: 0,
    meta: { errors: 'caller' },
    // Not waited for: the call that asked is made again at once.
    onSuccess: () => void queryClient.invalidateQueries(recentProofQuery()),
  });
  const state = useSchemaForm({
    schema: Reauthentication,
    initial: {},
    onSubmit: mutateAsync,
    onSaved: () => onAnswer(true),
  });
  const { form, initialValues, attempt, wasAttempted, isSaving, failure, submit, revalidate } = state;
  const context = useMemo(() => ({ schema: Reauthentication, wasAttempted }), [wasAttempted]);
  const fields = useRef<HTMLDivElement>(null);
  const mountFields = useCallback((element: HTMLDivElement | null) => {
    fields.current = element;
    focusField(element);
  }, []);
  return (
    <Modal
      open={open}
      title={t('proof.title')}
      okText={t('action.prove')}
      okButtonProps={{ htmlType: 'submit', form: id }}
      cancelText={t('action.cancel')}
      cancelButtonProps={{ disabled: isSaving }}
      confirmLoading={isSaving}
      onCancel={() => open && !isSaving && onAnswer(false)}
      // Once more: a drawer behind takes the focus back until the dialog stands.
      afterOpenChange={(isOpen) => isOpen && focusField(fields.current)}
      afterClose={onClosed}
      // A click beside it would throw away what the person is in the middle of.
      mask={{ closable: false }}
      width={480}
      zIndex={token.zIndexPopupBase + ABOVE_DIALOGS}
      destroyOnHidden
    >
      <SchemaFormContext value={context}>
        <Form
          form={form}
          name={id}
          layout="vertical"
          initialValues={initialValues}
          onValuesChange={revalidate}
          onSubmitCapture={attempt}
          onFinish={() => void submit()}
        >
          <Flex vertical gap={token.margin}>
            <div>{t('proof.why', { count: RECENT_PROOF_MINUTES })}</div>
            {failure !== undefined && <Alert type="error" role="alert" showIcon title={failure.message} />}
            <div ref={mountFields}>
              <PasswordOrCode />
            </div>
          </Flex>
        </Form>
      </SchemaFormContext>
    </Modal>
  );
}
