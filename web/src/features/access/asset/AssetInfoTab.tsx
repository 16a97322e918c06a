import { tagList, type Asset } from '@jadegate/contract/access/asset';
import { hasIdentity, PROTOCOL_ATTRIBUTES } from '@jadegate/contract/access/asset-attributes';
import { Flex, theme, Typography } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { DescriptionList, type Description } from '../../../components/detail/DescriptionList.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { personName } from '../../../components/person-name.ts';
import { ProtocolTag } from '../../../components/ProtocolTag.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { DriveSpaceName } from './AssetPickers.tsx';
import { AssetStateTag } from './AssetStateTag.tsx';
import { attributeValue } from './attribute-words.ts';
import { HostKeyCard } from './HostKeyCard.tsx';

/** All there is to know about an asset. */
export function AssetInfoTab({ asset, onTest }: { asset: Asset; onTest: () => void }) {
  const { t } = useTranslation('asset');
  const { token } = theme.useToken();
  const attributes = attributesOf(asset, t);
  return (
    <Flex vertical gap={token.marginLG}>
      <DescriptionList items={factsOf(asset, t)} />
      {attributes.length > 0 && (
        <section aria-label={t('title.attributes')}>
          <Typography.Title level={5}>{t('title.attributes')}</Typography.Title>
          <DescriptionList items={attributes} />
        </section>
      )}
      {hasIdentity(asset.protocol) && <HostKeyCard asset={asset} onTest={onTest} />}
    </Flex>
  );
}

function factsOf(asset: Asset, t: TFunction<'asset'>): Description[] {
  const { accountType, credentialName, credentialUsername, username, state, activeMessage } = asset;
  const account = accountType === '' ? '' : t(`account.${accountType}`);
  return [
    { key: 'name', label: t('field.name'), value: asset.name },
    { key: 'protocol', label: t('field.protocol'), value: <ProtocolTag protocol={asset.protocol} /> },
    { key: 'ip', label: t('field.ip'), value: <Mono text={asset.ip} /> },
    { key: 'port', label: t('field.port'), value: asset.port },
    {
      key: 'account',
      label: t('field.accountType'),
      value: accountType === 'credential' ? `${account}：${credentialName}` : account,
    },
    {
      key: 'username',
      label: t('field.username'),
      value: accountType === 'credential' ? credentialUsername : username,
    },
    {
      key: 'route',
      label: t('field.route'),
      value: routeOf(asset, t),
    },
    {
      key: 'state',
      label: t('field.state'),
      value: (
        <Flex vertical gap={4} align="flex-start">
          <AssetStateTag asset={asset} />
          {state === 'down' && <span>{activeMessage}</span>}
        </Flex>
      ),
    },
    {
      key: 'checked',
      label: t('field.checked'),
      value: <TimeText value={asset.checked} variant="exact" />,
    },
    {
      key: 'tags',
      label: t('field.tags'),
      value: asset.tags !== '' && <TagList tags={tagList(asset.tags)} max={10} />,
    },
    { key: 'owner', label: t('field.owner'), value: personName(asset.ownerName, asset.ownerAccount) },
    {
      key: 'grants',
      label: t('field.grants'),
      value: t('label.grants', {
        users: asset.authorisedUserCount,
        groups: asset.authorisedUserGroupCount,
      }),
    },
    {
      key: 'created',
      label: t('field.created'),
      value: <TimeText value={asset.created} variant="exact" />,
    },
    {
      key: 'lastAccessTime',
      label: t('field.lastAccessTime'),
      value: <TimeText value={asset.lastAccessTime} variant="exact" />,
    },
    { key: 'description', label: t('field.description'), value: asset.description, wide: true },
  ];
}

/** From here to the machine, in the order of the hops. */
function routeOf(asset: Asset, t: TFunction<'asset'>): string {
  const hops = [
    ...(asset['socks-proxy-enable'] === 'true'
      ? [t('label.socks', { host: asset['socks-proxy-host'] ?? '' })]
      : []),
    ...(asset.accessGatewayName === '' ? [] : [t('label.gateway', { name: asset.accessGatewayName })]),
  ];
  return hops.length === 0 ? t('label.direct') : hops.join(' → ');
}

/** What the asset itself says, what is stored but never shown, and what the settings fill in. */
function attributesOf(asset: Asset, t: TFunction<'asset'>): Description[] {
  return PROTOCOL_ATTRIBUTES[asset.protocol].flatMap((name) => {
    const own = asset[name] ?? '';
    const inherited = asset.inherited[name];
    const label = t(`attribute.${name}`);
    if (asset.stored.some((stored) => stored === name)) {
      return [{ key: name, label, value: t('label.stored') }];
    }
    if (own !== '') {
      const isSpace = name === 'drive-path';
      return [
        { key: name, label, value: isSpace ? <DriveSpaceName id={own} /> : attributeValue(t, name, own) },
      ];
    }
    return inherited === undefined
      ? []
      : [
          {
            key: name,
            label,
            value: t('placeholder.inherited', { value: attributeValue(t, name, inherited) }),
          },
        ];
  });
}
