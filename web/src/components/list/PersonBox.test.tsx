import { listUserOptions } from '@jadegate/contract/identity/user';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { stubApi } from '../../test/api-stub.ts';
import { anAccount } from '../../test/builders.ts';
import { renderPart } from '../../test/render.tsx';
import { PersonBox } from './PersonBox.tsx';

const PEOPLE = [
  { id: 'user-1', nickname: '王小明', username: 'alice' },
  { id: 'user-2', nickname: '林美麗', username: 'bob' },
];

function open(menus: ('user' | 'audit-log')[]) {
  const onSearch = vi.fn();
  const api = stubApi().on(listUserOptions, () => PEOPLE);
  const view = renderPart(<PersonBox value="" placeholder="Who" onSearch={onSearch} />, {
    account: anAccount({ menus }),
  });
  return { ...view, api, onSearch };
}

describe('a filter by person', () => {
  it('offers the people who fit what is typed, as they are displayed', async () => {
    const { user, onSearch } = open(['user']);
    await user.type(screen.getByLabelText('Who'), 'ALI');
    await user.click(await screen.findByText('王小明（alice）'));
    expect(screen.queryByText('林美麗（bob）')).toBeNull();
    expect(onSearch).toHaveBeenLastCalledWith('王小明（alice）');
    expect(screen.getByLabelText<HTMLInputElement>('Who').value).toBe('王小明（alice）');
  });

  it('takes what is typed from whoever may not list people, and asks for none', async () => {
    const { user, api, onSearch } = open(['audit-log']);
    await user.type(screen.getByLabelText('Who'), 'ming@corp{Enter}');
    expect(onSearch).toHaveBeenLastCalledWith('ming@corp');
    expect(api.callsTo(listUserOptions)).toHaveLength(0);
  });
});
