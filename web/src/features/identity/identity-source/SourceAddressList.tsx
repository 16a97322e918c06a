import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Form, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { CopyButton } from '../../../components/CopyButton.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { sourceAddressesQuery } from './identity-source.queries.ts';

/** What to enter at the provider, as it will be with the key that is being typed. */
export function SourceAddressList() {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const key = Form.useWatch<string>('key') || '…';
  const { data } = useQuery(sourceAddressesQuery());
  if (data === undefined) {
    return null;
  }
  if (data.publicUrl === '') {
    return (
      <Alert type="warning" showIcon title={t('notice.publicUrl')} style={{ marginBottom: token.margin }} />
    );
  }
  const rows = [
    ...data.callbacks.map((address) => ({ label: t('address.callback'), address })),
    { label: t('address.backChannel'), address: data.backChannelLogout },
    { label: t('address.frontChannel'), address: data.frontChannelLogout },
  ];
  return (
    <Flex vertical gap={token.marginXS} style={{ marginBottom: token.margin }}>
      <div style={{ color: token.colorTextSecondary }}>{t('address.help')}</div>
      {rows.map(({ label, address }) => {
        const text = address.replace('{key}', key);
        return (
          <div key={text}>
            <div>{label}</div>
            <Flex align="center" gap={token.marginXXS}>
              {/* On a phone the address gives way, and not the button. */}
              <div style={{ minWidth: 0 }}>
                <Mono text={text} canCopy={false} />
              </div>
              <CopyButton text={text} />
            </Flex>
          </div>
        );
      })}
    </Flex>
  );
}
