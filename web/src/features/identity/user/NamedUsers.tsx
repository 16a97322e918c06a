import type { UserRow } from '@jadegate/contract/identity/user';

import { NamedList } from '../../../components/NamedList.tsx';
import { personName } from '../../../components/person-name.ts';

/** The names of several people whom an action concerns. */
export function NamedUsers({ rows }: { rows: readonly UserRow[] }) {
  return <NamedList names={rows.map(({ nickname, username }) => personName(nickname, username))} />;
}
