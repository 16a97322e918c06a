import type { RoleRow } from '@jadegate/contract/role-endpoints';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';

/** The name, as a link for those who may see the role itself. */
export function RoleName({ role }: { role: RoleRow }) {
  return (
    <Can any={['role-detail']} otherwise={role.name}>
      <Link to={`/role/${role.id}`}>{role.name}</Link>
    </Can>
  );
}
