import Database from 'better-sqlite3';

/** Tables of 1.3.5 as its object mapper makes them in SQLite. */
export const OLD_DDL = [
  'users (id varchar(36), username varchar(200), password varchar(500), nickname varchar(500), totp_secret text, online numeric, status varchar(10), created datetime, type varchar(20), mail varchar(500), source varchar(20), primary key (id))',
  'user_groups (id varchar(36), name varchar(500), created datetime, primary key (id))',
  'user_group_members (id varchar(64), user_id text, user_group_id text, primary key (id))',
  'roles (id varchar(36), name varchar(500), type varchar(10), deletable numeric, modifiable numeric, created datetime, primary key (id))',
  'roles_menus_ref (id varchar(36), role_id varchar(36), menu_id varchar(36), checked numeric, primary key (id))',
  'users_roles_ref (id varchar(36), user_id varchar(36), role_id varchar(36), primary key (id))',
  'storages (id varchar(36), name varchar(500), is_share numeric, limit_size integer, is_default numeric, owner varchar(36), created datetime, primary key (id))',
  'login_policies (id varchar(36), name varchar(500), ip_group text, priority integer, enabled numeric, rule varchar(20), primary key (id))',
  'login_policies_ref (id varchar(36), user_id varchar(36), login_policy_id varchar(36), primary key (id))',
  'time_periods (id varchar(36), login_policy_id varchar(36), "key" integer, value text, primary key (id))',
  'access_securities (id varchar(36), rule varchar(20), ip varchar(500), source varchar(500), priority integer, primary key (id))',
  'credentials (id varchar(36), name varchar(500), type varchar(50), username varchar(200), password varchar(500), private_key text, passphrase varchar(500), created datetime, owner varchar(36), encrypted numeric, primary key (id))',
  'access_gateways (id varchar(36), name varchar(500), ip varchar(500), port integer, account_type varchar(50), username varchar(200), password varchar(500), private_key text, passphrase varchar(500), created datetime, primary key (id))',
  'assets (id varchar(36), name varchar(500), protocol varchar(20), ip varchar(200), port integer, account_type varchar(20), username varchar(200), password varchar(500), credential_id varchar(36), private_key text, passphrase varchar(500), description text, active numeric, active_message varchar(200), created datetime, last_access_time datetime, tags text, owner varchar(36), encrypted numeric, access_gateway_id varchar(36), primary key (id))',
  'asset_attributes (id varchar(64), asset_id text, name text, value text, primary key (id))',
  'strategies (id varchar(36), name varchar(500), upload numeric, download numeric, "delete" numeric, "rename" numeric, edit numeric, create_dir numeric, copy numeric, paste numeric, created datetime, primary key (id))',
  'authorised (id varchar(36), asset_id varchar(36), command_filter_id varchar(36), strategy_id varchar(36), user_id varchar(36), user_group_id varchar(36), created datetime, primary key (id))',
  'commands (id varchar(36), name varchar(500), content text, created datetime, owner varchar(36), primary key (id))',
  'jobs (id varchar(36), cron_job_id integer, name varchar(500), func varchar(200), cron varchar(100), mode varchar(50), resource_ids text, status varchar(20), metadata text, created datetime, updated datetime, primary key (id))',
  'sessions (id varchar(36), protocol varchar(20), ip varchar(200), port integer, connection_id varchar(50), asset_id varchar(36), username varchar(200), password varchar(500), creator varchar(36), client_ip varchar(200), width integer, height integer, status varchar(20), recording varchar(1000), private_key text, passphrase varchar(500), code integer, message text, connected_time datetime, disconnected_time datetime, mode varchar(10), file_system varchar(1), upload varchar(1), download varchar(1), "delete" varchar(1), "rename" varchar(1), edit varchar(1), create_dir varchar(1), copy varchar(1), paste varchar(1), storage_id varchar(36), access_gateway_id varchar(36), reviewed numeric, command_count integer, primary key (id))',
  'login_logs (id varchar(128), username varchar(200), client_ip varchar(200), client_user_agent varchar(500), login_time datetime, logout_time datetime, remember numeric, state varchar(1), reason varchar(500), primary key (id))',
  'storage_logs (id varchar(36), asset_id varchar(36), session_id varchar(36), user_id varchar(36), action varchar(20), file_name varchar(200), created datetime, primary key (id))',
  'job_logs (id varchar(64), timestamp datetime, job_id text, message text, primary key (id))',
  'access_token (id varchar(36), user_id varchar(200), token varchar(128), created datetime, primary key (id))',
  'properties (name varchar(100), value text, primary key (name))',
  // It has them, and does nothing with them.
  'tenants (id varchar(36), name varchar(500), created datetime, primary key (id))',
];

export type OldContent = Record<string, Record<string, string | number | null>[]>;

/** Writes it as an `nt.db`. */
export function writeOldSqlite(path: string, content: OldContent): void {
  const database = new Database(path);
  database.pragma('synchronous = OFF');
  OLD_DDL.forEach((table) => database.exec(`create table ${table}`));
  for (const [table, list] of Object.entries(content)) {
    for (const row of list) {
      const names = Object.keys(row);
      const columns = names.map((name) => `"${name}"`).join(', ');
      database
        .prepare(`insert into ${table} (${columns}) values (${names.map(() => '?').join(', ')})`)
        .run(...names.map((name) => row[name] ?? null));
    }
  }
  database.close();
}
