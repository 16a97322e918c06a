import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Who may come to the door at all, and when people may log in. */
export async function door(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('access_security')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('access_security_priority_ix')
    .on('access_security')
    .columns(['priority', 'id'])
    .execute();
  await engine.createTextIndex(db, 'access_security', ['ip']);

  await db.schema
    .createTable('login_policy')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('ip_group', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('time_period', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('login_policy_priority_ix')
    .on('login_policy')
    .columns(['priority', 'id'])
    .execute();
  await engine.createTextIndex(db, 'login_policy', ['name']);
  await db.schema
    .createTable('login_policy_user')
    .addColumn('login_policy_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('login_policy_user_pk', ['login_policy_id', 'user_id'])
    .addForeignKeyConstraint(
      'login_policy_user_policy_fk',
      ['login_policy_id'],
      'login_policy',
      ['id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('login_policy_user_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('login_policy_user_user_ix')
    .on('login_policy_user')
    .column('user_id')
    .execute();
}
