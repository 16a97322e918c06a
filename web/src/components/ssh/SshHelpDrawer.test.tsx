import { channelRights } from '@jadegate/contract/access/channel-rights';
import { queryOptions } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../i18n/index.ts';
import { anAccount } from '../../test/builders.ts';
import { renderPart } from '../../test/render.tsx';
import { anSshDoor, anSshHelp } from './ssh.builders.ts';
import { SshHelpButton } from './SshHelpButton.tsx';

const t = i18n.getFixedT('zh-TW', 'ssh-help');
const asset = { id: 'asset-1', name: 'web 1', protocol: 'ssh' } as const;

function open(help = anSshHelp(), door = anSshDoor()) {
  const read = (id: string) => queryOptions({ queryKey: ['ssh-help', id], queryFn: () => ({ help, door }) });
  return renderPart(
    <>
      <SshHelpButton asset={asset} read={read} />
      <SshHelpButton asset={{ ...asset, name: 'desk', protocol: 'rdp' }} read={read} />
    </>,
    { account: anAccount() },
  );
}

it('has lines to copy for each client, and says which of them the strategy forbids', async () => {
  const { user } = open(anSshHelp({ channels: channelRights(['exec']) }));
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: `${t('action.open')} ${asset.name}` }));
  const drawer = within(await screen.findByRole('dialog'));
  expect((await drawer.findByLabelText(t('line.shell'))).textContent).toBe(
    'ssh -p 2222 mei@web-1@gate.example',
  );
  // The terminal and the jump; commands are allowed.
  expect(drawer.getAllByText(t('status.forbidden'))).toHaveLength(2);
  await user.click(drawer.getByRole('tab', { name: t('client.windows') }));
  expect((await drawer.findByLabelText(t('line.putty'))).textContent).toContain('-l mei@web-1');
  expect(drawer.getByLabelText('ssh-ed25519').textContent).toBe('SHA256:ed25519');
});

it('says that no client is taken in where the door is off', async () => {
  const { user } = open(anSshHelp(), anSshDoor({ isEnabled: false }));
  await user.click(screen.getByRole('button', { name: `${t('action.open')} ${asset.name}` }));
  expect(await screen.findByText(t('off.title'))).toBeDefined();
  expect(screen.queryByLabelText(t('line.shell'))).toBeNull();
});
