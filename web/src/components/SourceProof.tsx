import type { RecentProof } from '@jadegate/contract/identity/account';
import type { OwnIdentities } from '@jadegate/contract/identity/source-sign-in';
import { useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Alert, Button, Flex, theme } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { SourceIcon } from './SourceIcon.tsx';

const LOOK_EVERY_MS = 1500;
/** Seconds are whole: a proof of before is no later one. */
const ROUNDING_MS = 2000;

type Query<Data> = () => UseQueryOptions<Data, Error, Data, string[]>;

interface SourceProofProps {
  calls: {
    ownIdentitiesQuery: Query<OwnIdentities>;
    recentProofQuery: Query<RecentProof>;
    /** Answers for how many seconds proofs counted before. */
    startProof: (key: string) => Promise<number>;
  };
  onProven: () => void;
}

/** Proves who one is at an identity source instead of with a password. */
export function SourceProof({ calls, onProven }: SourceProofProps) {
  const { t } = useTranslation('sign-in-source');
  const { token } = theme.useToken();
  const { data } = useQuery(calls.ownIdentitiesQuery());
  const {
    mutate,
    data: before = Infinity,
    isSuccess,
    isPending,
    error,
  } = useMutation({
    mutationFn: async (key: string) => countsUntil(await calls.startProof(key), Date.now()),
    meta: { errors: 'caller' },
  });
  const { data: proof, dataUpdatedAt } = useQuery({
    ...calls.recentProofQuery(),
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

function countsUntil(seconds: number, at: number): number {
  return at + seconds * 1000;
}
