import { acceptAssetHostKey, listAssetHostKeys } from '@jadegate/contract/access/host-key';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { call } from '../../../api/call.ts';
import { readFailure } from '../../../components/failure.ts';
import { Mono } from '../../../components/Mono.tsx';

interface NewHostKeyProps {
  assetId: string;
  onAccepted: () => void;
}

/**
 * The key of a host that nobody has confirmed yet, to be compared and accepted on the spot by whoever may. One that took
 * the place of a known key is not accepted here: that is looked into on the page of the asset.
 */
export function NewHostKey({ assetId, onAccepted }: NewHostKeyProps) {
  const { t } = useTranslation('session-frame');
  const { token } = theme.useToken();
  const { data: keys = [] } = useQuery({
    queryKey: ['asset', 'host-keys', assetId, 'after-failure'],
    queryFn: ({ signal }) => call(listAssetHostKeys, { params: { id: assetId }, signal }),
    gcTime: 0,
    // Without it the card says what failed all the same.
    meta: { errors: 'caller' },
  });
  const accept = useMutation({
    mutationFn: (fingerprint: string) =>
      call(acceptAssetHostKey, { params: { id: assetId }, body: { fingerprint, isFirst: true } }),
    onSuccess: onAccepted,
    meta: { errors: 'caller' },
  });
  const offered = keys.find(({ state }) => state === 'offered');
  if (!offered || keys.some(({ state }) => state === 'pinned')) {
    return null;
  }
  return (
    <Flex vertical gap={token.marginXS} style={{ color: token.colorText }}>
      <span>{t('failure.newKey', { type: offered.keyType })}</span>
      <Mono text={offered.fingerprint} />
      <Button
        style={{ alignSelf: 'flex-start' }}
        loading={accept.isPending}
        onClick={() => accept.mutate(offered.fingerprint)}
      >
        {t('failure.acceptKey')}
      </Button>
      {accept.error !== null && <span role="status">{readFailure(accept.error).message}</span>}
    </Flex>
  );
}
