import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, theme } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { SourceIcon } from '../../../components/SourceIcon.tsx';
import { recentProofQuery } from './account.queries.ts';
import { ownIdentitiesQuery, useProveAtSource } from './own-identity.queries.ts';

const LOOK_EVERY_MS = 1500;

/** Proves who one is at an identity source instead of with a password. */
export function SourceProof({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation('sign-in-source');
  const { token } = theme.useToken();
  const { data } = useQuery(ownIdentitiesQuery());
  const { mutate, isSuccess, isPending, error } = useProveAtSource();
  const { data: proof } = useQuery({
    ...recentProofQuery(),
    enabled: isSuccess,
    refetchInterval: LOOK_EVERY_MS,
  });
  const isProven = isSuccess && proof !== undefined && proof.seconds > 0;
  useEffect(() => {
    if (isProven) {
      onProven();
    }
  }, [isProven, onProven]);
  // Whose password a directory keeps types it.
  const identities = data?.identities.filter(({ kind }) => kind === 'oidc') ?? [];
  if (identities.length === 0) {
    return null;
  }
  return (
    <Flex vertical gap={token.marginXS}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {identities.map(({ id, key, name, icon }) => (
        <Button
          key={id}
          icon={<SourceIcon icon={icon} size={16} />}
          loading={isPending || isSuccess}
          onClick={() => mutate(key)}
        >
          {t('prove', { name })}
        </Button>
      ))}
    </Flex>
  );
}
