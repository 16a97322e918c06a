import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, theme } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { countsUntil, ownIdentitiesQuery, recentProofQuery, useProveAtSource } from '../hooks/own-proof.ts';
import { SourceIcon } from './SourceIcon.tsx';

const LOOK_EVERY_MS = 1500;
/** Seconds are whole: a proof of before is no later one. */
const ROUNDING_MS = 2000;

/** Proves who one is at an identity source instead of with a password. */
export function SourceProof({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation('sign-in-source');
  const { token } = theme.useToken();
  const { data } = useQuery(ownIdentitiesQuery());
  const { mutate, data: before = Infinity, isSuccess, isPending, error } = useProveAtSource();
  const { data: proof, dataUpdatedAt } = useQuery({
    ...recentProofQuery(),
    enabled: isSuccess,
    refetchInterval: LOOK_EVERY_MS,
  });
  const isProven = proof !== undefined && countsUntil(proof.seconds, dataUpdatedAt) > before + ROUNDING_MS;
  const told = useRef(0);
  useEffect(() => {
    // Once for each proof, however often this is rendered.
    if (isProven && told.current !== before) {
      told.current = before;
      onProven();
    }
  }, [isProven, before, onProven]);
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
          loading={isPending || (isSuccess && !isProven)}
          onClick={() => mutate(key)}
        >
          {t('prove', { name })}
        </Button>
      ))}
    </Flex>
  );
}
