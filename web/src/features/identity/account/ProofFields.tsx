import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';
import { RECENT_PROOF_MINUTES } from '@jadegate/contract/proof';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Segmented, Skeleton, theme } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { recentProofQuery, SOURCE_PROOF_CALLS } from '../../../api/own-proof.ts';
import { provePasskey } from '../../../api/passkey.ts';
import { FormField } from '../../../components/form/FormField.tsx';
import { PasskeyButton } from '../../../components/PasskeyButton.tsx';
import { SourceProof } from '../../../components/SourceProof.tsx';
import { useAccount } from '../../../hooks/account.ts';

const Field = FormField<'password' | 'totp'>;
const PROOFS = ['passkey', 'password', 'code'] as const;

/** Where a recent proof is enough: says so while it counts, and asks for the password or a code when it does not. */
export function ProofFields() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { data, isPending } = useQuery(recentProofQuery());
  if (isPending) {
    return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  }
  if (data !== undefined && data.seconds > 0) {
    return <Alert type="info" showIcon title={t('proof.recent', { count: Math.ceil(data.seconds / 60) })} />;
  }
  return (
    <>
      <div style={{ marginBottom: token.margin, color: token.colorTextSecondary }}>
        {t('proof.asked', { count: RECENT_PROOF_MINUTES })}
      </div>
      <PasswordOrCode />
    </>
  );
}

interface PasswordOrCodeProps {
  /** The password is not enough. */
  factorOnly?: boolean;
  /** Whether a passkey may stand for what is typed. */
  withPasskey?: boolean;
}

/** The password, a code or a passkey, as far as the account has them; each time where no recent proof is enough. */
export function PasswordOrCode({ factorOnly = false, withPasskey = true }: PasswordOrCodeProps) {
  const { t } = useTranslation('account');
  const account = useAccount();
  const form = Form.useFormInstance();
  const place = useRef<HTMLDivElement>(null);
  const hasPasskey = account?.hasPasskey === true;
  const ways = PROOFS.filter((way) => {
    switch (way) {
      case 'passkey':
        return hasPasskey && withPasskey;
      case 'password':
        return !factorOnly;
      case 'code':
        return hasPasskey || account?.enableTotp === true || factorOnly;
    }
  });
  const [chosen, setChosen] = useState<(typeof PROOFS)[number]>();
  const proof = chosen ?? ways[0] ?? 'password';
  const handleChange = (way: typeof proof) => {
    // Only one proof is looked at, so the others must not stay behind.
    form.setFieldsValue({ password: '', totp: '', passkey: undefined });
    setChosen(way);
  };
  const handleProof = (passkey?: PasskeyAnswer) => {
    form.setFieldsValue({ password: '', totp: '', passkey });
    // As by the button of the form: what else stands in it is checked, too.
    place.current?.closest('form')?.requestSubmit();
  };
  return (
    <div ref={place}>
      {ways.length > 1 && (
        <Form.Item label={t('field.proof')}>
          <Segmented
            aria-label={t('field.proof')}
            value={proof}
            onChange={handleChange}
            options={ways.map((value) => ({ value, label: t(`field.${value}`) }))}
          />
        </Form.Item>
      )}
      {proof === 'passkey' && (
        <Form.Item>
          <PasskeyButton ask={provePasskey} onAnswer={handleProof} />
        </Form.Item>
      )}
      {proof === 'password' && (
        <Field name="password" label={t('field.password')} required>
          <Input.Password autoComplete="current-password" />
        </Field>
      )}
      {proof === 'code' && (
        <Field name="totp" label={t('field.code')} required>
          <Input autoComplete="one-time-code" />
        </Field>
      )}
      {!factorOnly && <SourceProof calls={SOURCE_PROOF_CALLS} onProven={handleProof} />}
    </div>
  );
}
