import type { UserRow } from '@jadegate/contract/identity/user';

import { familyTime } from '../../kernel/family-time.ts';
import type { ListedUser } from './user-admin.repository.ts';

export function presentCommon(user: ListedUser) {
  return {
    id: user.id,
    username: user.username,
    nickname: user.nickname,
    mail: user.mail,
    online: user.is_online === 1,
    status: user.status,
    created: familyTime(user.created_at),
    type: user.type,
    source: user.source,
  };
}

export function presentRow(user: ListedUser): UserRow {
  return { ...presentCommon(user), totpSecret: user.totp_enabled === 1 ? '1' : '0', sharerAssetCount: 0 };
}
