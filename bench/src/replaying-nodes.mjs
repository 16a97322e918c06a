// An SSH server that answers what the collector asks with what a real host once said: a thousand machines in one process,
// which is none of the product's. Prints its port and its key when it listens.
import { readFileSync } from 'node:fs';

import ssh2 from 'ssh2';

const CAPTURES = new URL('../../server/src/protocols/collector/captures/', import.meta.url);
const read = (name) => readFileSync(new URL(name, CAPTURES), 'utf8');
const MARK = /@@[0-9a-f]{16}/g;
const facts = read('h200-facts.txt');
const metrics = [read('h200-metrics-1.txt'), read('h200-metrics-2.txt')];

const key = ssh2.utils.generateKeyPairSync('ed25519');
let asked = 0;

function answer(channel) {
  let input = '';
  channel.on('error', () => undefined);
  channel.on('data', (bytes) => (input += bytes.toString()));
  channel.on('end', () => {
    const nonce = /^N=([0-9a-f]{16})$/m.exec(input)?.[1] ?? '';
    const words = input.includes('nvsmi_fields') ? facts : metrics[asked++ % metrics.length];
    channel.write(words.replaceAll(MARK, `@@${nonce}`));
    channel.exit(0);
    channel.end();
  });
}

const server = new ssh2.Server({ hostKeys: [key.private] }, (connection) => {
  connection.on('error', () => undefined);
  connection.on('authentication', (context) =>
    context.method === 'password' ? context.accept() : context.reject(['password']),
  );
  connection.on('ready', () =>
    connection.on('session', (accept) => {
      const session = accept();
      session.on('exec', (take) => answer(take()));
    }),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port, key: key.public })}\n`);
});
process.on('disconnect', () => process.exit());
