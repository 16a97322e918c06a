import type { MenuId } from '@jadegate/contract/menu';

/** What a grant joins: an asset, and a person or a group. */
export type GrantObject = 'asset' | 'user' | 'user-group';

/** One page's view of grants: those of one object, and what stands on the other end of each. */
export interface GrantSide {
  anchor: { kind: GrantObject; id: string; name: string };
  target: GrantObject;
}

interface Rights {
  view: MenuId;
  add: MenuId;
  remove: MenuId;
}

const OF_ASSET: Record<Exclude<GrantObject, 'asset'>, Rights> = {
  user: {
    view: 'asset-authorised-user',
    add: 'asset-authorised-user-add',
    remove: 'asset-authorised-user-del',
  },
  'user-group': {
    view: 'asset-authorised-user-group',
    add: 'asset-authorised-user-group-add',
    remove: 'asset-authorised-user-group-del',
  },
};
const OF_HOLDER: Record<Exclude<GrantObject, 'asset'>, Rights> = {
  user: { view: 'user-authorised-asset', add: 'user-bind-asset', remove: 'user-unbind-asset' },
  'user-group': {
    view: 'user-group-authorised-asset',
    add: 'user-group-bind-asset',
    remove: 'user-group-unbind-asset',
  },
};

/** Each page has its own rights, although the grants are the same. */
export function rightsOf({ anchor, target }: GrantSide): Rights {
  if (anchor.kind !== 'asset') {
    return OF_HOLDER[anchor.kind];
  }
  return OF_ASSET[target === 'user-group' ? 'user-group' : 'user'];
}

export const DETAIL_RIGHTS: Record<GrantObject, MenuId> = {
  asset: 'asset-detail',
  user: 'user-detail',
  'user-group': 'user-group-detail',
};
