import { VmQuery, type VmRow } from '@jadegate/contract/fleet/vm';
import { listVms } from '@jadegate/contract/fleet/vm-endpoints';
import { screen, waitFor } from '@testing-library/react';
import { useMemo } from 'react';
import { expect, it, vi } from 'vitest';

import { vmsQuery } from '../../features/fleet/vm/vm.queries.ts';
import { i18n } from '../../i18n/index.ts';
import { stubApi } from '../../test/api-stub.ts';
import { anAccount } from '../../test/builders.ts';
import { aVmRow } from '../../test/physical-builders.ts';
import { renderPart } from '../../test/render.tsx';
import type { ListColumn } from './list-column.ts';
import { ListPage } from './ListPage.tsx';

const parts = i18n.getFixedT('zh-TW', 'parts');
const drawn = vi.fn<(row: VmRow) => string>(({ name }) => name);

function Machines() {
  const columns = useMemo(
    (): ListColumn<VmRow, VmQuery>[] => [{ key: 'name', title: 'name', always: true, render: drawn }],
    [],
  );
  return (
    <ListPage
      name="calm"
      title="calm"
      schema={VmQuery}
      read={vmsQuery}
      columns={columns}
      nameOf={({ name }) => name}
      empty={{ icon: null, title: '', description: '' }}
    />
  );
}

it('a list that asks again makes its rows anew only when they are others', async () => {
  const api = stubApi().on(listVms, () => ({ total: 1, items: [aVmRow()] }));
  const { user } = renderPart(<Machines />, { account: anAccount(), path: '/vm' });
  await screen.findByText('mail');
  // The table measures itself, and is drawn again for it, before it rests.
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false'));
  const refresh = screen.getByRole('button', { name: parts('action.refresh') });
  await user.hover(refresh);
  drawn.mockClear();
  const asked = api.callsTo(listVms).length;

  await user.click(refresh);
  await waitFor(() => expect(api.callsTo(listVms)).toHaveLength(asked + 1));
  await waitFor(() => expect(refresh.querySelector('.anticon-spin')).toBeNull());
  expect(drawn).not.toHaveBeenCalled();

  api.on(listVms, () => ({ total: 1, items: [aVmRow({ name: 'mail-2' })] }));
  await user.click(refresh);
  expect(await screen.findByText('mail-2')).toBeDefined();
});
