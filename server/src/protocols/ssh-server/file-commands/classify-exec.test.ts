import { describe, expect, it } from 'vitest';

import { classifyExec, type FileCommand } from './classify-exec.ts';

describe('what an SSH client asks to run', () => {
  // As OpenSSH 9.2 and rsync 3 send them, and libraries that speak for them.
  it.each([
    ['scp -t /tmp/a', 'upload', ['upload'], '/tmp/a'],
    ['scp -r -t /tmp/', 'upload', ['upload', 'createDir'], '/tmp/'],
    ['scp -p -t .', 'upload', ['upload'], '.'],
    ['scp -d -t /tmp', 'upload', ['upload'], '/tmp'],
    ['scp -v -t x', 'upload', ['upload'], 'x'],
    ['scp -qprt "/tmp/a b"', 'upload', ['upload', 'createDir'], '/tmp/a b'],
    ['scp -f /tmp/a', 'download', ['download'], '/tmp/a'],
    ['scp -r -p -f /tmp/*.log', 'download', ['download'], '/tmp/*.log'],
    ['scp -f -- -x', 'download', ['download'], '-x'],
    ['scp -f /tmp/a\\ b', 'download', ['download'], '/tmp/a b'],
    ["scp -f '/tmp/a b, #c – d'", 'download', ['download'], '/tmp/a b, #c – d'],
    ['scp -f "/tmp/a - b"', 'download', ['download'], '/tmp/a - b'],
    ["scp -f 'it'\\''s'", 'download', ['download'], "it's"],
    ['scp -f 100%', 'download', ['download'], '100%'],
    ['scp -f 檔案', 'download', ['download'], '檔案'],
    ['rsync --server -e.LsfxCIvu . /tmp/a', 'upload', ['upload'], '/tmp/a'],
    ['rsync --server -logDtpre.iLsfxCIvu . /tmp/d/', 'upload', ['upload', 'createDir'], '/tmp/d/'],
    [
      'rsync --server -vlogDtprze.iLsfxCIvu --delete . /tmp/d',
      'upload',
      ['upload', 'createDir', 'delete'],
      '/tmp/d',
    ],
    [
      'rsync --server -logDtpre.iLsfxCIvu --timeout=30 --bwlimit=1000 . /x',
      'upload',
      ['upload', 'createDir'],
      '/x',
    ],
    ['rsync --server --sender -logDtpre.iLsfxCIvu . /tmp/d/', 'download', ['download'], '/tmp/d/'],
    ['rsync --server --sender -logDtpre.iLsfxCIvu . /tmp/a\\#b', 'download', ['download'], '/tmp/a#b'],
    ['rsync --server --sender -logDtpre.iLsfxCIvu . /x /y', 'download', ['download'], '/x /y'],
    [
      'rsync --server --sender -logDtpre.iLsfxCIvu --remove-source-files . /x',
      'download',
      ['download', 'delete'],
      '/x',
    ],
  ])('%s', (line, direction, flags, paths) => {
    const found = classifyExec(line);
    expect(found).toMatchObject({ direction, flags });
    expect((found as FileCommand).paths.join(' ')).toBe(paths);
  });

  it.each([
    '',
    'scp',
    'scp -t',
    'scp /tmp/a',
    'scp -t -f /tmp/a',
    'scp -t /tmp/a /tmp/b',
    'scp -t $(id)',
    'scp -t `id`',
    'scp -t /tmp/a; id',
    'scp -t /tmp/a\nid',
    'scp -t /tmp/a\\\nid',
    'scp -t /tmp/a && id',
    'scp -f /tmp/a | sh',
    'scp -f /tmp/a > /etc/passwd',
    'scp -f /tmp/a & id',
    'scp -f "/tmp/$(id)"',
    'scp -f "a\\"$(id)"',
    "scp -f 'a'$(id)'b'",
    "scp -f 'a",
    'scp -f (id)',
    'scp -f <(id)',
    'scp -f !!',
    'scp -f #x',
    'scp -f a\0b',
    'scp -S /tmp/evil -t x',
    'scp -t -S/tmp/evil',
    "scp -f '-oProxyCommand=id'",
    'scp -f *',
    'scp -f {-S,x}',
    // Quoted for one shell, and not for another: cmd.exe knows no ' and no \\, fish ends no quote at \\'.
    "scp -t 'a&calc'",
    'scp -t a\\&calc',
    "scp -t 'a\\''; id #'",
    "scp -t 'a\\'' (id) #'",
    "scp -f 'a|sh'",
    'rsync --server -e.LsfxCIvu . "/x\ty"',
    "rsync --server -e.LsfxCIvu . '/x --daemon --config=/y'",
    "rsync --server -e.LsfxCIvu . 'a\\'' --log-file=/y #'",
    'rsync --server -e.LsfxCIvu . a\\ --daemon',
    'rsync --server --sender -logDtpre.iLsfxCIvu . /tmp/a\\;id',
    'rsync --server -e.LsfxCIvu . /tmp/a\\>b',
    "scp -f 'a`id`'",
    "scp -f '$(id)'",
    // The variables that a client names itself are among those that stand between two of them.
    'scp -t %TERM%',
    // A pipe of old, and what csh takes for a command of before between any quotes.
    'scp -t a^id',
    "scp -t '!x'",
    'A=b scp -t x',
    'exec scp -t x',
    '/tmp/scp -t x',
    'scp\u00a0-t x',
    'rsync --server . ',
    'rsync --server -e.LsfxCIvu',
    'rsync --server --daemon .',
    'rsync --server --daemon --config=/tmp/c . /x',
    'rsync --server -e sh . /x',
    'rsync --server -esh . /x',
    'rsync --server --log-file=/etc/cron.d/x -e.LsfxCIvu . /x',
    'rsync --server --sender -slogDtpre.iLsfxCIvu',
    'rsync --server -slogDtpre.iLsfxCIvu . /x',
    'rsync --server -e.LsfxCIvu . /x /y',
    'rsync --server -e.LsfxCIvu . -x',
    'rsync -a /x /y',
    `scp -f ${'a'.repeat(20_000)}`,
  ])('%j is a command like any other', (line) => {
    expect(classifyExec(line)).toEqual({ kind: 'command' });
  });
});
