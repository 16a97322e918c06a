import type { TFunction } from 'i18next';

import { csvText } from '../../../components/csv-text.ts';
import type { ImportSample } from '../../../components/import/ImportSource.tsx';

const SSH_CONFIG = `Host web-1
  HostName 10.0.0.11
  Port 22
  User deploy

Host db-1
  HostName 10.0.0.21
  User postgres
`;

const INVENTORY = `[web]
web[01:03].example.com ansible_user=deploy

[db]
db-1 ansible_host=10.0.0.21 ansible_port=2222

[production:children]
web
db
`;

const HEADED = ['name', 'protocol', 'host', 'port', 'username', 'password', 'credential', 'gateway'] as const;

/** A file of each form to start from; the first is the one for most people. */
export function importSamples(t: TFunction<'asset-import'>): [ImportSample, ...ImportSample[]] {
  const label = (name: (typeof HEADED)[number] | 'description' | 'tags') => t(`column.${name}`);
  const name = t('sample.web');
  const note = t('sample.description');
  const headed = csvText([
    [...HEADED.map(label), label('description'), label('tags')],
    [name, 'ssh', '10.0.0.11', '22', 'deploy', '', '', '', note, 'web|production'],
    ['Windows', 'rdp', '10.0.0.31', '3389', 'administrator', '', '', '', '', 'windows'],
  ]);
  const plain = csvText([[name, 'ssh', '10.0.0.11', '22', 'deploy', '', '', '', note, 'web|production']]);
  return [
    { name: 'jadegate-assets.csv', text: headed, label: t('format.csv') },
    { name: 'jadegate-assets-plain.csv', text: plain, label: t('format.csv-plain') },
    { name: 'ssh-config.txt', text: SSH_CONFIG, label: t('format.ssh-config') },
    { name: 'inventory.ini', text: INVENTORY, label: t('format.ansible-ini') },
  ];
}
