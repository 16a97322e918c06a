// A directory that lies: it sends people elsewhere, never stops, or answers with nonsense.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { BerReader, BerWriter, EqualityFilter } from 'ldapts';
import { afterEach, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { connectTcp } from '../dial/tcp.ts';
import { LdapConnection } from './ldap-connection.ts';

const BIND = 0x61;
const ENTRY = 0x64;
const SEARCH_DONE = 0x65;

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => void (server ? server.close(() => resolve()) : resolve())));

/** Answers each message by what is made of its id. */
async function lying(answer: (id: number, socket: Socket) => void): Promise<LdapConnection> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      const reader = new BerReader(data);
      reader.readSequence();
      answer(reader.readInt() ?? 0, socket);
    });
  });
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return LdapConnection.open({
    servers: [`127.0.0.1:${port}`],
    security: 'plain',
    ca: '',
    dial: connectTcp,
    limits: { answerMs: 5000, answerBytes: 1024 * 1024 },
  });
}

function message(id: number, operation: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  write(writer);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

const result = (id: number, operation: number, code: number) =>
  message(id, operation, (writer) => {
    writer.writeEnumeration(code);
    writer.writeString('');
    writer.writeString('');
  });
const entry = (id: number) =>
  message(id, ENTRY, (writer) => {
    writer.writeString('uid=a,dc=example');
    writer.startSequence();
    writer.endSequence();
  });

const search = (connection: LdapConnection) =>
  connection.search({
    base: 'dc=example',
    filter: new EqualityFilter({ attribute: 'uid', value: 'a' }),
    attributes: ['uid'],
    most: 10,
  });

it('a referral is not followed, with a password or without', async () => {
  const connection = await lying(
    (id, socket) => void socket.write(result(id, id === 2 ? BIND : SEARCH_DONE, 10)),
  );
  await expect(connection.bind('uid=a', new Secret('pw'))).rejects.toMatchObject({ reason: 'referral' });
  await expect(search(connection)).rejects.toMatchObject({ kind: 'untrusted', reason: 'referral' });
  connection.close();
});

it('an answer of 100,000 entries is cut off where it is too long', async () => {
  const connection = await lying((id, socket) => {
    socket.write(Buffer.concat(Array.from({ length: 100_000 }, () => entry(id))));
    socket.write(result(id, SEARCH_DONE, 0));
  });
  await expect(search(connection)).rejects.toMatchObject({ reason: 'the answer is too long' });
  connection.close();
});

it('nonsense is no answer', async () => {
  const connection = await lying((_id, socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(search(connection)).rejects.toMatchObject({ kind: 'unreachable' });
  connection.close();
});
