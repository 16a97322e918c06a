import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { DetailTab } from '../../../components/detail/DetailPage.tsx';
import { rightsOf, type GrantObject, type GrantSide } from './grant-side.ts';
import { GrantTab } from './GrantTab.tsx';
import { OwnGrants, ReachableAssets } from './ReachableAssets.tsx';
import { WhyTab } from './WhyTab.tsx';

/** Names in the address, as the product family has them. */
const KEYS: Record<GrantObject, string> = {
  user: 'bind-user',
  'user-group': 'bind-user-group',
  asset: 'asset',
};

function grantTab(side: GrantSide, t: TFunction<'authorised'>): DetailTab {
  return {
    key: KEYS[side.target],
    label: t(`tab.${side.target}`),
    access: [rightsOf(side).view],
    content: <GrantTab side={side} />,
  };
}

/** A person's own grants are the smaller part: most of what they use comes through groups. */
function ofPerson(tab: DetailTab, userId: string): DetailTab {
  return {
    ...tab,
    content: (
      <>
        <ReachableAssets userId={userId} />
        <OwnGrants>{tab.content}</OwnGrants>
      </>
    ),
  };
}

/** The tabs about grants on the page of an asset, a person or a group. */
export function useGrantTabs(): (kind: GrantObject, id: string, name: string) => DetailTab[] {
  const { t } = useTranslation('authorised');
  return (kind, id, name) => {
    const anchor = { kind, id, name };
    const why = (access: DetailTab['access']): DetailTab[] => [
      { key: 'why', label: t('tab.why'), access, content: <WhyTab anchor={anchor} /> },
    ];
    switch (kind) {
      case 'asset':
        return [
          grantTab({ anchor, target: 'user' }, t),
          grantTab({ anchor, target: 'user-group' }, t),
          ...why(['asset-authorised-user']),
        ];
      case 'user':
        return [ofPerson(grantTab({ anchor, target: 'asset' }, t), id), ...why(['user-authorised-asset'])];
      default:
        return [grantTab({ anchor, target: 'asset' }, t)];
    }
  };
}
