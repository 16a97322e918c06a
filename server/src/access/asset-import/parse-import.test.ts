import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AppError } from '../../kernel/app-error.ts';
import { csvLine } from '../../kernel/csv.ts';
import { detectFormat } from './detect-format.ts';
import { expandRange } from './inventory.ts';
import { parseImport } from './parse-import.ts';
import { fits } from './read-ssh-config.ts';

const LIMITS = { maxRows: 100, maxYamlBytes: 10_000 };
type Format = Parameters<typeof parseImport>[1];

const read = (text: string | Buffer, format?: Format) => parseImport(Buffer.from(text), format, LIMITS);

function refusal(text: string | Buffer, format?: Format): { code: string; params: object } {
  try {
    read(text, format);
  } catch (error) {
    if (error instanceof AppError) {
      return { code: error.code, params: error.params };
    }
    throw error;
  }
  throw new Error('the file was taken');
}

describe('the product family’s CSV', () => {
  it('is read by position, with a mark, quotes and either line end', () => {
    const { format, rows } = read(
      '\uFEFFweb,ssh,10.0.0.1,22,root,"p,""w",,,"two\nlines",a|b\r\n\r\ndb,rdp,10.0.0.2,3389,,,,,\n',
    );
    expect(format).toBe('csv-plain');
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(rows[0]?.cells).toMatchObject({
      name: 'web',
      password: 'p,"w',
      description: 'two\nlines',
      tags: 'a|b',
    });
    expect(rows[1]?.cells).toMatchObject({ name: 'db', protocol: 'rdp', host: '10.0.0.2', tags: '' });
    expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('has an error for a row with too few or too many columns, and loses none', () => {
    const { rows } = read('a,ssh,h,22\nb,ssh,h,22,,,,,,,,\nc,ssh,h,22,,,,,\n', 'csv-plain');
    expect(rows.map(({ errors }) => errors.map(({ params }) => params))).toEqual([
      [{ found: 4, expected: '9–10' }],
      [{ found: 12, expected: '9–10' }],
      [],
    ]);
  });

  it('reads back whatever was written', () => {
    const cell = fc
      .string({ unit: 'grapheme' })
      .filter((text) => text === text.trim() && !/[\0\r]/.test(text));
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 5 }),
        (table) => {
          const lines = table.map((cells) => ['n', ...cells]);
          const { rows } = read(lines.map((cells) => csvLine(cells)).join(''), 'csv-plain');
          const shown = rows.map(({ cells }) => [
            cells.name,
            cells.protocol,
            cells.host,
            cells.port,
            cells.description,
          ]);
          expect(shown).toEqual(lines.map((one) => [one[0], one[1], one[2], one[3], one[8]]));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('a CSV with a header', () => {
  it('takes names in either language, any order, and attributes', () => {
    const { format, columns, rows } = read('主機,Name,連接埠,標籤,color-depth\n10.0.0.1,web,2222,a|b,16\n');
    expect(format).toBe('csv');
    expect(columns).toEqual(['host', 'name', 'port', 'tags', 'color-depth']);
    expect(rows[0]).toMatchObject({
      line: 2,
      cells: { host: '10.0.0.1', port: '2222', 'color-depth': '16' },
    });
  });

  it('undoes what made a formula harmless, but not in a secret', () => {
    const { rows } = read("host,name,password\nh,'=1+1,'=secret\n");
    expect(rows[0]?.cells).toEqual({ host: 'h', name: '=1+1', password: "'=secret" });
  });

  it('is refused without a host, with a column nobody knows, and above the limit', () => {
    expect(refusal('name,port\na,1\n', 'csv').code).toBe('csv.columns_missing');
    expect(refusal('host,colour\nh,red\n')).toMatchObject({
      code: 'csv.columns_unknown',
      params: { names: 'colour' },
    });
    expect(refusal('host\n', 'csv').code).toBe('csv.empty');
    expect(refusal(`host,name\n${'h,a\n'.repeat(101)}`).code).toBe('csv.too_many_rows');
    expect(read(`host,name\n${'h,a\n'.repeat(100)}`).rows).toHaveLength(100);
    expect(read('host,name\nh\n').rows[0]?.errors).toMatchObject([{ rule: 'columnCount' }]);
  });
});

describe('a file in another encoding', () => {
  it.each([
    ['Big5', Buffer.from('a4a4a4e52c737368', 'hex')],
    ['UTF-16', Buffer.from('\uFEFFhost\nh\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('host\nh\n', 'utf16le')],
  ])('is refused: %s', (_name, file) => {
    expect(refusal(file).code).toBe('csv.not_utf8');
  });
});

describe('an OpenSSH client configuration', () => {
  const CONFIG = [
    '# mine',
    'User everyone',
    'Include other.conf',
    '',
    'Host web web-alias',
    '  HostName 10.0.0.1',
    '  Port=2222',
    '  ProxyJump ops@edge:22,inner',
    'Host db',
    '  User postgres',
    '  IdentityFile ~/.ssh/id',
    'Host d* !dbx',
    '  HostName %h.example.com',
    'Match exec "touch /tmp/never"',
    '  User evil',
    'host last',
    '',
  ].join('\n');

  it('gives every host without a wildcard what applies to it: the first value wins', () => {
    const { format, rows, notes } = read(CONFIG);
    expect(format).toBe('ssh-config');
    expect(rows.map(({ line, cells }) => [line, cells.name])).toEqual([
      [3, 'Include other.conf'],
      [5, 'web'],
      [5, 'web-alias'],
      [9, 'db'],
      [14, 'Match exec touch /tmp/never'],
      [16, 'last'],
    ]);
    expect(rows[1]?.cells).toEqual({
      name: 'web',
      protocol: 'ssh',
      host: '10.0.0.1',
      port: '2222',
      username: 'everyone',
      gateway: 'inner',
    });
    expect(rows[3]?.cells).toMatchObject({ host: 'db.example.com', username: 'everyone', gateway: '' });
    expect(rows[5]?.cells).toMatchObject({ host: 'last', username: 'everyone' });
    expect(notes).toEqual([{ line: 12, rule: 'patternSkipped', params: { name: 'd*' } }]);
  });

  it('refuses Match and Include where they stand and warns of what does not come along', () => {
    const { rows } = read(CONFIG);
    const said = rows.map(({ errors, warnings }) => [...errors, ...warnings].map(({ rule }) => rule));
    expect(said).toEqual([
      ['includeRefused'],
      ['jumpChain'],
      ['jumpChain'],
      ['keyFile'],
      ['matchRefused'],
      [],
    ]);
  });

  it('is refused with the line of an open quote, and when it has no host', () => {
    expect(refusal('Host a\n  User "b\n', 'ssh-config')).toEqual({
      code: 'asset_import.unreadable',
      params: { line: 2 },
    });
    expect(refusal('Host *\n  User a\n', 'ssh-config').code).toBe('asset_import.empty');
    const many = Array.from({ length: 101 }, (_one, index) => `Host h${index}`).join('\n');
    expect(refusal(many).code).toBe('csv.too_many_rows');
  });

  it('matches patterns as a regular expression would', () => {
    const char = fc.constantFrom('a', 'b', '*', '?');
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ unit: char, maxLength: 6 }), name, (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(fits(pattern, text)).toBe(expression.test(text));
      }),
    );
  });
});

describe('an Ansible inventory in INI', () => {
  const INI = [
    'lone ansible_host=10.0.0.9 # a comment',
    '[web]',
    'web[08:10] ansible_user=deploy',
    'odd.example:2222 ansible_password="a b"',
    '[web:vars]',
    'ansible_port=2200',
    'ansible_user = www',
    '[db]',
    'db-[a:b] ansible_ssh_private_key_file=~/.ssh/id',
    'web08',
    'here ansible_connection=local',
    'bad what is this',
    'bad[9:1]',
    '[prod:children]',
    'web',
    'db',
    '[prod:vars]',
    'ansible_user=prod',
    '[db:children]',
    'prod',
  ].join('\n');

  it('unfolds ranges, applies variables from far to near, and makes tags of groups', () => {
    const { format, rows, notes } = read(INI);
    expect(format).toBe('ansible-ini');
    const by = new Map(rows.map((row) => [row.cells.name, row]));
    expect([...by.keys()]).toEqual([
      'lone',
      'web08',
      'web09',
      'web10',
      'odd.example',
      'db-a',
      'db-b',
      'bad',
      'bad[9:1]',
    ]);
    expect(by.get('lone')?.cells).toMatchObject({ host: '10.0.0.9', username: '', port: '', tags: '' });
    expect(by.get('web08')?.cells).toMatchObject({ username: 'deploy', port: '2200', tags: 'web|prod|db' });
    expect(by.get('odd.example')?.cells).toMatchObject({ username: 'www', port: '2222', password: 'a b' });
    expect(by.get('db-a')?.cells).toMatchObject({ username: 'prod', port: '', tags: 'db|prod' });
    expect(by.get('db-a')?.warnings).toMatchObject([{ rule: 'keyFile' }]);
    expect(by.get('bad')).toMatchObject({ line: 12, errors: [{ rule: 'lineUnread' }] });
    expect(by.get('bad[9:1]')).toMatchObject({ line: 13, errors: [{ rule: 'rangeWrong' }] });
    expect(notes).toEqual([
      { line: 20, rule: 'groupLoop', params: { name: 'prod' } },
      { line: 11, rule: 'connectionSkipped', params: { name: 'here', connection: 'local' } },
    ]);
  });

  it('never tells what stood behind the first word of a line it cannot read', () => {
    const { rows } = read('[a]\nhost ansible_password="secret\n');
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('is refused when a range is too long', () => {
    expect(refusal('[a]\nweb[1:999999999]\n').code).toBe('csv.too_many_rows');
    expect(refusal('[a]\n', 'ansible-ini').code).toBe('asset_import.empty');
  });

  it('unfolds as many names as a range has', () => {
    expect(expandRange('r[1:2]c[a:c]', 100)).toEqual(['r1ca', 'r1cb', 'r1cc', 'r2ca', 'r2cb', 'r2cc']);
    expect(expandRange('n[0:10:5]', 100)).toEqual(['n0', 'n5', 'n10']);
    expect(expandRange('[2001:db8::1]', 100)).toEqual(['[2001:db8::1]']);
    expect(expandRange('x[a:Z]', 100)).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(500), fc.nat(50), fc.integer({ min: 1, max: 7 }), (from, more, step) => {
        const names = expandRange(`h[${from}:${from + more}:${step}]`, 1000);
        expect(names).toHaveLength(Math.floor(more / step) + 1);
        expect(new Set(names).size).toBe(names?.length);
      }),
    );
  });
});

describe('an Ansible inventory in YAML', () => {
  const YAML = `---
all:
  vars: { ansible_user: everyone }
  hosts:
    lone:
  children:
    web:
      hosts:
        web[1:2]:
          ansible_host: 10.0.0.1
          ansible_port: 2222
    prod:
      children:
        web:
        db:
          hosts:
            db1: { ansible_user: postgres }
          vars:
            ansible_password: !vault |
              $ANSIBLE_VAULT;1.1;AES256
              6162
`;

  it('is read with lines, variables, groups and what it cannot open', () => {
    const { format, rows } = read(YAML);
    expect(format).toBe('ansible-yaml');
    expect(rows.map(({ line, cells }) => [line, cells.name, cells.username, cells.port, cells.tags])).toEqual(
      [
        [5, 'lone', 'everyone', '', ''],
        [9, 'web1', 'everyone', '2222', 'web|prod'],
        [9, 'web2', 'everyone', '2222', 'web|prod'],
        [17, 'db1', 'postgres', '', 'db|prod'],
      ],
    );
    expect(rows[3]).toMatchObject({ cells: { password: '' }, warnings: [{ rule: 'vaultSecret' }] });
  });

  it('is refused when it is broken, large, or unfolds without end', () => {
    expect(refusal('all:\n  hosts: [\n', 'ansible-yaml').code).toBe('asset_import.unreadable');
    expect(refusal(`all:\n  hosts:\n${'# x\n'.repeat(3000)}`, 'ansible-yaml').code).toBe(
      'asset_import.yaml_too_large',
    );
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg']) {
      bomb.push(`${to}: &${to} [${Array.from({ length: 9 }, () => `*${from}`).join(',')}]`);
    }
    expect(refusal(bomb.join('\n'), 'ansible-yaml').code).toBe('asset_import.unreadable');
    expect(refusal('just: words\n', 'ansible-yaml').code).toBe('asset_import.empty');
  });
});

it('takes a list of bare names as machines of no group', () => {
  const { rows } = read('web-01.example.com\n\n10.0.0.7\n');
  expect(rows.map(({ cells, errors }) => [cells.name, cells.tags, errors])).toEqual([
    ['web-01.example.com', '', []],
    ['10.0.0.7', '', []],
  ]);
});

describe('the form of a file', () => {
  it.each([
    ['name,host\na,b', 'csv'],
    ['"主機","名稱"\na,b', 'csv'],
    ['web,ssh,10.0.0.1,22,,,,,', 'csv-plain'],
    ['# c\nHost a\n', 'ssh-config'],
    ['[web]\na\n', 'ansible-ini'],
    ['a ansible_host=b', 'ansible-ini'],
    ['# ours\nweb-01.example.com\nweb[02:09].example.com\n10.0.0.7 ; old\n', 'ansible-ini'],
    ['web-01\ndb,ssh,10.0.0.1,22,,,,,', 'csv-plain'],
    ['---\nall:\n', 'ansible-yaml'],
    ['all:\n  hosts:\n', 'ansible-yaml'],
  ] as const)('of %j is %s', (text, format) => {
    expect(detectFormat(text)).toBe(format);
  });
});
