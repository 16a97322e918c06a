// Which server a dump is taken from: the one that the product works with, and no other.
import { expect, it } from 'vitest';

import { environmentOf } from './postgres-dump.ts';

it.each([
  ['postgres://u:p%40ss@db.example:6432/gate', { PGHOST: 'db.example', PGPORT: '6432', PGPASSWORD: 'p@ss' }],
  ['postgres://u@unused/gate?host=db.example', { PGHOST: 'db.example', PGUSER: 'u', PGDATABASE: 'gate' }],
  ['postgres://u@[::1]/gate', { PGHOST: '::1', PGPORT: '5432' }],
  ['postgres://u@db/gate?ssl=true', { PGSSLMODE: 'require' }],
  ['postgres://u@db/gate?sslmode=no-verify', { PGSSLMODE: 'require' }],
])('%s leads where the product goes', (url, expected) => {
  expect(environmentOf(url)).toMatchObject(expected);
});

it('what cannot be carried over is refused by name', () => {
  expect(() => environmentOf('postgres://u@db/gate?target_session_attrs=read-only')).toThrow(
    expect.objectContaining({
      code: 'full_backup.database_parameter',
      params: { name: 'target_session_attrs' },
    }) as Error,
  );
});
