// Whether the server in this container answers, by Node alone: the image has no curl. Exit code 0 means that it does.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';

const { JADEGATE_PORT: port = '8088', JADEGATE_TLS_CERT: certificate } = process.env;
const PATIENCE_MS = 4000;

const done = (isWell, why = '') => {
  process.stdout.write(why);
  process.exit(isWell ? 0 : 1);
};
// The certificate names the public address, and this is loopback: it must be the very one that the server was given.
const tls = certificate && {
  ca: readFileSync(certificate),
  allowPartialTrustChain: true,
  checkServerIdentity: () => undefined,
};
const asked = (certificate ? https : http).get(
  { host: '127.0.0.1', port, path: '/healthz', timeout: PATIENCE_MS, ...tls },
  ({ statusCode }) => done(statusCode === 200, `${statusCode}\n`),
);
asked.on('timeout', () => done(false, 'no answer in time\n'));
asked.on('error', ({ message }) => done(false, `${message}\n`));
