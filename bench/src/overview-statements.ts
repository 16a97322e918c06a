/** What the dashboard asks of the database, and how much there is in it. `@from` and `@to` are moments. */
export const ROWS = 1_000_000;
export const DAYS = 360;
export const DAY_MS = 86_400_000;
/** As many rows of an index as the product counts in one go. */
const STEP_ROWS = 25_000;

export const PAST = `select count(*) from session where status = 'disconnected'`;
export const FAILED = `select count(*) from login_log where state = '0'`;
export const FEW = [
  'select count(*) from "user"',
  'select count(distinct user_id) from login where expires_at > 0',
  'select count(*) from asset',
  'select count(*) from asset where active = 1',
];
const OF_DAY = 'from session where connected_at >= @from and connected_at < @to';
const OF_LOGINS = 'from login_log where login_at >= @from and login_at < @to';
export const DAY_STATEMENTS = [
  `select asset_id, count(*) as count ${OF_DAY} group by asset_id order by count desc limit 500`,
  `select user_id, count(*) as count ${OF_DAY} group by user_id order by count desc limit 500`,
  `select protocol, count(*), sum(recording_bytes) ${OF_DAY} group by protocol`,
  `select count(distinct asset_id) ${OF_DAY}`,
  `select count(*), count(distinct username) ${OF_LOGINS} and state = '1'`,
  `select count(*), count(distinct username) ${OF_LOGINS} and state = '0'`,
];
export const FAMILY_STATEMENTS = [
  `select count(*) ${OF_LOGINS}`,
  `select count(distinct username) ${OF_LOGINS} and state = '1'`,
  `select count(distinct asset_id) ${OF_DAY}`,
];
export const STEP = `select disconnected_at, id from session where status = 'disconnected'
  and (disconnected_at, id) > (@from, '') order by disconnected_at, id limit 1 offset ${STEP_ROWS - 1}`;
export const UNREVIEWED = `select id from session where status = 'disconnected' and disconnected_at >= @from and reviewed = 0 limit 100`;
