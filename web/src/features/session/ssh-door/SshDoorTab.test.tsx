import { getSshDoor, rotateSshHostKeys } from '@jadegate/contract/session/ssh-door';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { anSshDoor } from '../../../components/ssh/ssh.builders.ts';
import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { SshDoorTab } from './SshDoorTab.tsx';

const t = i18n.getFixedT('zh-TW', 'ssh-door');

it('shows where it is and by what it is known, and makes new keys after a question', async () => {
  const door = anSshDoor();
  const api = stubApi()
    .on(getSshDoor, () => door)
    .on(rotateSshHostKeys, () => null);
  const { user } = renderPart(<SshDoorTab />, { account: anAccount() });
  expect(await screen.findByText('gate.example:2222')).toBeDefined();
  expect(screen.getByText('SHA256:ed25519')).toBeDefined();
  expect(screen.getByLabelText(t('publish.knownHosts')).textContent).toBe(door.keys[0]?.knownHosts);
  expect(screen.getByLabelText(t('publish.sshfp')).textContent).toBe(door.keys[0]?.sshfp);
  await user.click(screen.getByRole('button', { name: t('action.rotate') }));
  expect(api.callsTo(rotateSshHostKeys)).toHaveLength(0);
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(await drawer.findByRole('button', { name: t('action.rotate') }));
  await waitFor(() => expect(api.callsTo(rotateSshHostKeys)).toHaveLength(1));
  expect(api.callsTo(rotateSshHostKeys)[0]?.body).toEqual({ overlapDays: 30 });
});

it('says that it is off, and how it is switched on', async () => {
  stubApi().on(getSshDoor, () => anSshDoor({ isEnabled: false, keys: [] }));
  renderPart(<SshDoorTab />, { account: anAccount() });
  expect(await screen.findByText(t('off.title'))).toBeDefined();
});
