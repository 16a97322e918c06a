import type { CredentialRow, RevealedCredential } from '@jadegate/contract/access/credential';
import type { Reauthentication } from '@jadegate/contract/identity/account';
import { Alert, Button, Flex, Modal, theme } from 'antd';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useRevealCredential } from './credential.queries.ts';
import { ProofForm } from './ProofForm.tsx';
import { RevealedSecrets } from './RevealedSecrets.tsx';

interface RevealHandle {
  forget: () => void;
}

/**
 * Shows stored secrets after a fresh proof. They live in `RevealBody` alone, for as long as they are on the screen:
 * closing, and sixty seconds, forget them.
 */
export function CredentialRevealModal({ open, target: credential, onClose }: OverlayProps<CredentialRow>) {
  const { t } = useTranslation('credential');
  const body = useRef<RevealHandle>(null);

  // Before closing: a dialog keeps its content as it was until it has faded away.
  const handleClose = () => {
    body.current?.forget();
    onClose();
  };

  return (
    <Modal
      open={open}
      title={t('title.reveal', { name: credential?.name ?? '' })}
      width={600}
      footer={null}
      onCancel={handleClose}
      destroyOnHidden
    >
      {credential !== undefined && <RevealBody credential={credential} onClose={handleClose} ref={body} />}
    </Modal>
  );
}

interface RevealBodyProps {
  credential: CredentialRow;
  onClose: () => void;
  ref: Ref<RevealHandle>;
}

function RevealBody({ credential, onClose, ref }: RevealBodyProps) {
  const { t } = useTranslation('credential');
  const { token } = theme.useToken();
  const reveal = useRevealCredential(credential.id);
  const [secrets, setSecrets] = useState<RevealedCredential>();
  const [hasExpired, setHasExpired] = useState(false);
  useImperativeHandle(ref, () => ({ forget: () => setSecrets(undefined) }), []);

  const prove = (proof: Reauthentication) => {
    reveal.mutate(proof, {
      onSuccess: (answer) => {
        setSecrets(answer);
        reveal.reset();
      },
    });
  };
  const expire = () => {
    setSecrets(undefined);
    setHasExpired(true);
  };

  if (secrets !== undefined) {
    return (
      <Flex vertical gap={token.margin} style={{ paddingTop: token.paddingXS }}>
        <RevealedSecrets credential={credential} secrets={secrets} onExpire={expire} />
        <Button type="primary" style={{ alignSelf: 'flex-end' }} onClick={onClose}>
          {t('action.hide')}
        </Button>
      </Flex>
    );
  }
  return (
    <Flex vertical gap={token.margin} style={{ paddingTop: token.paddingXS }}>
      <Alert type="warning" showIcon title={hasExpired ? t('reveal.expired') : t('reveal.audited')} />
      {reveal.error && <Alert type="error" showIcon role="alert" title={readFailure(reveal.error).message} />}
      <ProofForm
        isChecking={reveal.isPending}
        submitLabel={t('action.reveal')}
        onProve={prove}
        onCancel={onClose}
      />
    </Flex>
  );
}
