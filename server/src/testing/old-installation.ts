// A program that writes the data directory of an old installation, for tests of the product as a whole: its database with a
// host that is really there, and recordings of a terminal and a desktop.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeOldSqlite } from './next-terminal-database.ts';
import { OLD, oldContent, sealAsOld } from './next-terminal-fixture.ts';

interface Wanted {
  folder: string;
  key: string;
  host: { ip: string; port: number; username: string; password: string };
}

const { folder, key, host } = JSON.parse(process.argv[2] ?? '') as Wanted;
const content = oldContent(key);
const [credential] = content.credentials;
const [asset] = content.assets;
Object.assign(credential ?? {}, { username: host.username, password: sealAsOld(host.password, key) });
// Not theirs: whoever owns an asset may do everything with it.
Object.assign(asset ?? {}, { ip: host.ip, port: host.port, access_gateway_id: '-', owner: OLD.first });
mkdirSync(folder, { recursive: true });
writeOldSqlite(join(folder, 'nt.db'), content);

const [terminal, desktop] = [OLD.terminal, OLD.desktop].map((id) => join(folder, 'recording', id));
for (const place of [terminal, desktop]) {
  mkdirSync(place ?? '', { recursive: true });
}
const cast = [
  { version: 2, width: 80, height: 24, Timestamp: 1_683_328_089, title: '', env: {} },
  [0.5, 'o', '$ cat 報表\r\n'],
  [3.25, 'o', '五月的報表 imported words\r\n'],
];
writeFileSync(join(terminal ?? '', 'recording.cast'), cast.map((line) => JSON.stringify(line)).join('\n'));
writeFileSync(
  join(desktop ?? '', 'recording'),
  '4.size,1.0,3.640,3.480;4.sync,4.1000;4.rect,1.0,1.0,1.0,3.640,3.480;5.cfill,2.14,1.0,2.32,3.128,2.64,3.255;4.sync,4.3500;',
);
mkdirSync(join(folder, 'drive', OLD.storage), { recursive: true });
writeFileSync(join(folder, 'drive', OLD.storage, '共用.txt'), 'shared by everybody');
