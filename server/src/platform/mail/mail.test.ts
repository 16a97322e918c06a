import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { Mailbox } from '../../testing/mailbox.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const SECRET = 'the-smtp-passphrase';
let token = '';
let mailbox: Mailbox | undefined;
beforeAll(async () => {
  token = await server.current.login();
});
afterEach(async () => {
  await mailbox?.close();
  mailbox = undefined;
});

let calls = 0;
const test = (settings: object | undefined, to = 'you@example.test') =>
  server.current.call('POST', '/properties/test-mail', {
    token,
    body: { to, ...(settings && { settings }) },
    // From a new address each time: this call is limited.
    address: `127.55.0.${++calls}`,
  });

async function open(options: Parameters<typeof Mailbox.open>[0] = {}, given: object = {}) {
  mailbox = await Mailbox.open(options);
  const settings = {
    'mail-host': '127.0.0.1',
    'mail-port': mailbox.port,
    'mail-security': options.security ?? 'none',
    'mail-from': 'jadegate@example.test',
    ...given,
  };
  return { mailbox, settings };
}
const lastEntry = () =>
  server.current.db
    .selectFrom('audit_log')
    .select(['action', 'result', 'detail', 'object_name'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('a test mail', () => {
  it('arrives, with the settings on the form', async () => {
    const { mailbox: box, settings } = await open();
    expect(await test(settings)).toMatchObject({ code: 1, data: null });
    expect(box.received).toHaveLength(1);
    expect(box.received[0]).toMatchObject({
      from: 'jadegate@example.test',
      to: ['you@example.test'],
      subject: '玉門 Jadegate：測試郵件',
    });
    expect(box.received[0]?.text).toContain('郵件設定可以正常使用');
    expect(await lastEntry()).toMatchObject({
      action: 'setting.mail-tested',
      result: 'success',
      object_name: 'you@example.test',
    });
  });

  it('arrives with the saved settings, under the name of the installation', async () => {
    const { mailbox: box, settings } = await open({ password: SECRET });
    const saved = { ...settings, 'mail-username': 'relay', 'mail-password': SECRET };
    await server.current.call('PUT', '/properties', {
      token,
      body: { ...saved, 'branding-name': '測試堡壘' },
    });
    expect(await test(undefined)).toMatchObject({ code: 1 });
    expect(box.received[0]?.subject).toBe('測試堡壘：測試郵件');
    // The stored password is used where the form leaves it empty.
    expect(await test({ ...settings, 'mail-username': 'relay', 'mail-password': '' })).toMatchObject({
      code: 1,
    });
    await server.current.call('PUT', '/properties', {
      token,
      body: {
        'mail-host': '',
        'mail-from': '',
        'mail-username': '',
        'mail-password': null,
        'branding-name': '',
      },
    });
  });

  it('goes to one address only, and takes no second line', async () => {
    const { mailbox: box, settings } = await open();
    for (const to of ['a@example.test,b@example.test', 'a@example.test\r\nBcc: b@example.test', 'nobody']) {
      expect(await test(settings, to)).toMatchObject({ code: 400, fields: [{ path: 'to' }] });
    }
    expect(box.connections).toBe(0);
  });
});

describe('a failure is told truthfully:', () => {
  it('nothing set', async () => {
    expect(await test(undefined)).toMatchObject({ error: 'mail.not_set', fields: [{ path: 'mail-host' }] });
    expect(await test({ 'mail-host': '127.0.0.1' })).toMatchObject({
      error: 'mail.not_set',
      fields: [{ path: 'mail-from' }],
    });
  });

  it('an unknown host', async () => {
    const { settings } = await open({}, { 'mail-host': 'no-such-host.invalid' });
    expect(await test(settings)).toMatchObject({
      error: 'mail.unknown_host',
      message: '找不到郵件伺服器 no-such-host.invalid，請檢查主機名稱與 DNS',
    });
  });

  it('nobody listening', async () => {
    const { settings } = await open({}, { 'mail-port': 1 });
    expect(await test(settings)).toMatchObject({
      error: 'mail.connection_refused',
      message: expect.stringContaining('127.0.0.1:1 拒絕連線') as string,
    });
    expect(await lastEntry()).toMatchObject({ action: 'setting.mail-tested', result: 'failure' });
  });

  it('a wrong password', async () => {
    const { mailbox: box, settings } = await open({ password: SECRET });
    const wrong = 'a-wrong-passphrase';
    const answer = await test({ ...settings, 'mail-username': 'relay', 'mail-password': wrong });
    expect(answer).toMatchObject({ error: 'mail.login_refused', fields: [{ path: 'mail-password' }] });
    expect(box.received).toEqual([]);
    const told = JSON.stringify(answer) + JSON.stringify(await lastEntry());
    const basic = Buffer.from(`\0relay\0${wrong}`).toString('base64');
    for (const text of [told, server.current.logLines.join('\n')]) {
      expect(text).not.toContain(wrong);
      expect(text).not.toContain(basic);
    }
  });

  it.each(['tls', 'starttls'] as const)('a certificate that nobody trusts, with %s', async (security) => {
    const { mailbox: box, settings } = await open({ security, password: SECRET });
    const answer = await test({ ...settings, 'mail-username': 'relay', 'mail-password': SECRET });
    expect(answer).toMatchObject({
      error: 'mail.certificate_untrusted',
      fields: [{ path: 'mail-security' }],
    });
    expect(box.received).toEqual([]);
  });

  it('encryption asked for and not offered: nothing is sent in clear', async () => {
    const { mailbox: box, settings } = await open({ password: SECRET }, { 'mail-security': 'starttls' });
    const answer = await test({ ...settings, 'mail-username': 'relay', 'mail-password': SECRET });
    expect(answer).toMatchObject({ error: 'mail.tls_failed' });
    expect(box.received).toEqual([]);
  });

  it('TLS spoken to a server that does not', async () => {
    const { settings } = await open({}, { 'mail-security': 'tls' });
    expect(await test(settings)).toMatchObject({ error: 'mail.tls_failed' });
  });

  it('a recipient the server does not know', async () => {
    const { settings } = await open({ refuses: (address) => address.startsWith('ghost') });
    expect(await test(settings, 'ghost@example.test')).toMatchObject({
      error: 'mail.recipient_refused',
      message: '郵件伺服器拒絕收件者 ghost@example.test，請檢查收件地址',
      fields: [{ path: 'to' }],
    });
  });

  it('a setting that is wrong', async () => {
    expect(await test({ 'mail-port': 0 })).toMatchObject({
      code: 400,
      fields: [{ path: 'settings.mail-port' }],
    });
    expect(await test({ 'font-size': 12 })).toMatchObject({ code: 400, fields: [{ rule: 'unknown' }] });
  });
});
