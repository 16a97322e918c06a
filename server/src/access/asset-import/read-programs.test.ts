// Hosts as other programs keep them. What is no host here is said, nothing is run, and no file takes long.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { AppError } from '../../kernel/app-error.ts';
import { parseImport } from './parse-import.ts';

const LIMITS = { maxRows: 100, maxYamlBytes: 10_000 };
const read = (text: string | Buffer) => parseImport(Buffer.from(text), undefined, LIMITS);
const cells = (text: string | Buffer) => read(text).rows.map((row) => row.cells);

/** Read, or refused with a sentence. */
function isHandled(text: string, format: Parameters<typeof parseImport>[1]): boolean {
  try {
    parseImport(Buffer.from(text), format, LIMITS);
    return true;
  } catch (error) {
    return error instanceof AppError;
  }
}

const REGISTRY = `Windows Registry Editor Version 5.00\r
\r
[HKEY_CURRENT_USER\\Software\\SimonTatham\\PuTTY\\Sessions\\Default%20Settings]\r
"HostName"=""\r
\r
[HKEY_CURRENT_USER\\Software\\SimonTatham\\PuTTY\\Sessions\\web%2001]\r
"HostName"="deploy@10.0.0.1"\r
"PortNumber"=dword:000008ae\r
"Protocol"="ssh"\r
"PublicKeyFile"="C:\\\\keys\\\\id.ppk"\r
\r
[HKEY_CURRENT_USER\\Software\\SimonTatham\\PuTTY\\Sessions\\console]\r
"HostName"="COM1"\r
"Protocol"="serial"\r
`;

it.each([
  ['as the registry editor writes it', Buffer.from(`\uFEFF${REGISTRY}`, 'utf16le')],
  ['turned into UTF-8', REGISTRY],
])('sessions of PuTTY, %s', (_, file) => {
  const { format, rows, notes } = read(file);
  expect(format).toBe('putty');
  expect(rows.map((row) => row.cells)).toEqual([
    { name: 'web 01', protocol: 'ssh', host: '10.0.0.1', port: '2222', username: 'deploy' },
  ]);
  expect(rows[0]?.warnings).toMatchObject([{ rule: 'keyFile' }]);
  expect(notes).toMatchObject([
    { rule: 'connectionSkipped', params: { name: 'console', connection: 'serial' } },
  ]);
});

it('bookmarks of MobaXterm, by folder', () => {
  const file = `[Bookmarks]
SubRep=
ImgNum=42
web= #109#0%10.0.0.1%2222%root%%-1%-1%%%22%%0%0%0%
[Bookmarks_1]
SubRep=正式\\資料庫
ImgNum=41
100__PERCENT__= ;  logout#98#1%10.0.0.2%23%%%2%
win=#91#4%10.0.0.3%3389%[user]%0%
shell= #100#9%x%
[Misc]
other= #109#0%10.9.9.9%22%root%
`;
  expect(read(file).format).toBe('mobaxterm');
  expect(cells(file)).toEqual([
    { name: 'web', protocol: 'ssh', host: '10.0.0.1', port: '2222', username: 'root', tags: '' },
    {
      name: '100%',
      protocol: 'telnet',
      host: '10.0.0.2',
      port: '23',
      username: '',
      tags: '資料庫',
    },
    { name: 'win', protocol: 'rdp', host: '10.0.0.3', port: '3389', username: '', tags: '資料庫' },
  ]);
  expect(read(file).notes).toMatchObject([{ rule: 'connectionSkipped', params: { name: 'shell' } }]);
});

it('the settings of MobaXterm, where much else stands before the bookmarks', () => {
  const keys = Array.from({ length: 600 }, (_, n) => `ssh-ed25519@22:10.1.1.${n}=0x${n}`).join('\r\n');
  const file = `[Misc]\r\nPasswordsInRegistry=1\r\n[SSH_Hostkeys]\r\n${keys}\r\n[Bookmarks]\r\nSubRep=\r\nImgNum=42\r\nscreen=#128#5%10.0.0.5%5900%-1%0%%%22%%-1%0#MobaFont#0# #-1\r\n`;
  expect(read(file).format).toBe('mobaxterm');
  expect(cells(file)).toEqual([
    { name: 'screen', protocol: 'vnc', host: '10.0.0.5', port: '5900', username: '', tags: '' },
  ]);
});

it('hosts of Termix, with the secret that is in use', () => {
  const file = JSON.stringify({
    hosts: [
      {
        name: '網頁',
        ip: '10.0.0.1',
        port: 22,
        username: 'a',
        authType: 'password',
        password: 'p',
        key: 'old',
        folder: '正式',
        tags: ['web'],
      },
      {
        ip: '10.0.0.2',
        port: 2222,
        username: 'b',
        authType: 'key',
        password: 'old',
        key: 'KEY',
        keyPassword: 'q',
      },
      { name: 'no address' },
    ],
  });
  const { format, notes } = read(file);
  expect(format).toBe('termix');
  expect(cells(file)).toEqual([
    {
      name: '網頁',
      protocol: 'ssh',
      host: '10.0.0.1',
      port: '22',
      username: 'a',
      password: 'p',
      tags: '正式,web',
    },
    {
      name: '10.0.0.2',
      protocol: 'ssh',
      host: '10.0.0.2',
      port: '2222',
      username: 'b',
      privateKey: 'KEY',
      passphrase: 'q',
      tags: '',
    },
  ]);
  expect(notes).toMatchObject([{ line: 3, rule: 'lineUnread' }]);
});

const MAPPING = `<?xml version="1.0"?>
<user-mapping>
  <!-- <authorize username="not" password="this"> -->
  <authorize username="one" password="a secret of theirs">
    <protocol>vnc</protocol>
    <param name="hostname">10.0.0.1</param>
    <param name="port">5901</param>
    <param name="password">a&amp;b&#33;</param>
  </authorize>
  <authorize username="two" password="x" encoding="md5">
    <connection name="報表 &quot;A&quot;">
      <protocol>ssh</protocol>
      <param name="hostname">10.0.0.2</param>
      <param name="username">\${GUAC_USERNAME}</param>
      <param name="private-key"><![CDATA[-----BEGIN <KEY>-----]]></param>
    </connection>
    <connection name="spice"><protocol>spice</protocol><param name="hostname">10.0.0.3</param></connection>
  </authorize>
</user-mapping>`;

it('connections of Guacamole, and nobody’s password to it', () => {
  const { format, notes, rows } = read(MAPPING);
  expect(format).toBe('guacamole');
  expect(rows.map((row) => row.cells)).toMatchObject([
    { name: '10.0.0.1', protocol: 'vnc', host: '10.0.0.1', port: '5901', password: 'a&b!' },
    {
      name: '報表 "A"',
      protocol: 'ssh',
      host: '10.0.0.2',
      username: '',
      privateKey: '-----BEGIN <KEY>-----',
    },
  ]);
  expect(notes).toMatchObject([{ line: 17, params: { name: 'spice' } }]);
  expect(JSON.stringify(rows)).not.toContain('a secret of theirs');
});

it.each([
  [
    'a document type',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><user-mapping>&a;</user-mapping>',
  ],
  ['a comment without an end', '<user-mapping><!-- '],
  ['a tag without an end', '<user-mapping><authorize username="x'],
])('an XML file with %s is refused', (_, file) => {
  expect(() => read(file)).toThrow(AppError);
});

it('hosts that OpenSSH knows, each once, without those kept as sums', () => {
  const file = `web.example.com,10.0.0.1 ssh-ed25519 AAAAC3Nz
web.example.com,10.0.0.1 ecdsa-sha2-nistp256 AAAAE2Vj
[10.0.0.2]:2222 ssh-rsa AAAAB3Nz comment
|1|c2FsdA==|c3Vt= ssh-ed25519 AAAAC3Nz
@cert-authority *.example.com ssh-rsa AAAAB3Nz
*.example.net ssh-rsa AAAAB3Nz
`;
  const { format, notes } = read(file);
  expect(format).toBe('known-hosts');
  expect(cells(file)).toEqual([
    { name: 'web.example.com', protocol: 'ssh', host: 'web.example.com', port: '' },
    { name: '10.0.0.2', protocol: 'ssh', host: '10.0.0.2', port: '2222' },
  ]);
  expect(notes.map(({ line, rule }) => [line, rule])).toEqual([
    [4, 'hashedHost'],
    [6, 'patternSkipped'],
  ]);
});

it('assets of JumpServer, one for each protocol', () => {
  const file = `*名称(name),*地址(address),系统平台(platform),协议组(protocols),节点(nodes),备注(comment)
web,10.0.0.1,Linux,"ssh/22,sftp/22",/Default/web,說明
win,10.0.0.2,Windows,"['rdp/3389', 'ssh/2222']","/Default/辦公室,/Default",
db,10.0.0.3,MySQL,mysql/3306,/Default,
`;
  const { format, notes } = read(file);
  expect(format).toBe('jumpserver');
  expect(cells(file)).toEqual([
    { name: 'web', protocol: 'ssh', host: '10.0.0.1', port: '22', description: '說明', tags: 'web' },
    { name: 'win', protocol: 'rdp', host: '10.0.0.2', port: '3389', description: '', tags: '辦公室' },
    { name: 'win (ssh)', protocol: 'ssh', host: '10.0.0.2', port: '2222', description: '', tags: '辦公室' },
  ]);
  expect(notes).toMatchObject([{ rule: 'connectionSkipped', params: { name: 'db', connection: 'mysql' } }]);
});

it.each([
  ['putty', 'Windows Registry Editor\n', '[HKCU\\Software\\SimonTatham\\PuTTY\\Sessions\\x'],
  ['mobaxterm', '[Bookmarks]\n', 'a=#'],
  ['guacamole', '<user-mapping>', '<param name="'],
  ['guacamole', '<user-mapping>', '<!--'],
  ['known-hosts', 'a ssh-rsa A\n', 'a ssh-'],
] as const)('a %s file full of beginnings takes no time', (format, head, piece) => {
  const { user } = process.threadCpuUsage();
  expect(isHandled(head + piece.repeat(200_000), format)).toBe(true);
  // Of this thread, in microseconds: others have the processor too.
  expect(process.threadCpuUsage().user - user).toBeLessThan(5_000_000);
});

it('whatever stands in them is read or refused', () => {
  const formats = ['putty', 'mobaxterm', 'termix', 'guacamole', 'known-hosts', 'jumpserver'] as const;
  const seeds = [REGISTRY, MAPPING, '[Bookmarks]\nx= #109#0%h%22%u%', '{"hosts":[{"ip":"h"}]}'];
  fc.assert(
    fc.property(
      fc.constantFrom(...formats),
      fc.constantFrom(...seeds),
      fc.nat(200),
      fc.string({ unit: 'binary', maxLength: 30 }),
      (format, seed, at, junk) => {
        expect(isHandled(seed.slice(0, at) + junk.toWellFormed() + seed.slice(at), format)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
