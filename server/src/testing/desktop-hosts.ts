/** The real hosts for desktops that scripts/hosts starts on loopback. Tests that need them are named `*.hosts.test.ts`. */
const LOOPBACK = '127.0.0.1';

export const guacd = { host: LOOPBACK, port: 4822 };
export const vncHost = { host: LOOPBACK, port: 5931, username: '', password: 'vncsecret' };
export const rdpHost = { host: LOOPBACK, port: 3390, username: 'tgt', password: 'Tgt-pass1' };
/** RDP with network-level authentication, as Windows asks for it. */
export const nlaHost = { host: LOOPBACK, port: 3391, username: 'nlauser', password: 'Nla-pass1' };
