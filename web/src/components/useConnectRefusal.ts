import { isOpenable, PROTOCOL_NAMES, type Protocol } from '@jadegate/contract/access/asset-attributes';
import { useTranslation } from 'react-i18next';

/** Says why machines of a protocol cannot be connected to; undefined where they can. */
export function useConnectRefusal(): (protocol: Protocol) => string | undefined {
  const { t } = useTranslation('parts');
  return (protocol) =>
    isOpenable(protocol) ? undefined : t('refusal.protocol', { protocol: PROTOCOL_NAMES[protocol] });
}
