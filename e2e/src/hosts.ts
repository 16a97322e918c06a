import { fileURLToPath } from 'node:url';

/** The real hosts that scripts/hosts/up.sh starts on loopback. The values here and there must agree. */

export const LOOPBACK = '127.0.0.1';

/** Holds logs and keys of the hosts. */
export const RUN_FOLDER = fileURLToPath(new URL('../../.run/hosts', import.meta.url));

export const ssh = {
  port: 2201,
  username: 'tgt',
  password: 'Tgt-pass1',
  privateKeyFile: `${RUN_FOLDER}/ssh/user_key`,
};
export const telnet = { port: 2323, username: 'tgt', password: 'Tgt-pass1' };
export const vnc = { port: 5931, password: 'vncsecret' };
export const rdp = { port: 3390, username: 'tgt', password: 'Tgt-pass1' };
/** Accounts on the same RDP host with desktops of their own, for tests that would be in each other's way. */
export const rdpOne = { ...rdp, username: 'desk-one' };
export const rdpTwo = { ...rdp, username: 'desk-two' };
export const rdpThree = { ...rdp, username: 'desk-three' };
/** RDP with network-level authentication, as Windows asks for it. */
export const rdpNla = { port: 3391, username: 'nlauser', password: 'Nla-pass1' };
export const guacd = { port: 4822 };
export const postgres = { port: 55432, user: 'postgres', password: 'pgpass' };
export const redis = { port: 56379, password: 'rpass' };
export const nats = { port: 54222, user: 'n', password: 'npass' };
export const ldap = {
  url: 'ldap://127.0.0.1:1389',
  userDn: 'uid=alice,ou=people,dc=example,dc=test',
  password: 'alicepw',
};
export const s3 = { url: 'http://127.0.0.1:7480', accessKeyId: 'AKTEST', secretAccessKey: 'SKTEST' };
