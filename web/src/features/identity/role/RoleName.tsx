import type { RoleRow } from '@jadegate/contract/identity/role-endpoints';
import { roleName } from '@jadegate/contract/words/roles';

import { DetailLink } from '../../../components/list/common-columns.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';

/** The name, as a link for those who may see the role itself. */
export function RoleName({ role }: { role: RoleRow }) {
  const language = useLanguage();
  return <DetailLink right="role-detail" to={`/role/${role.id}`} name={roleName(role, language)} />;
}
