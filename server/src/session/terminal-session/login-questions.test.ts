import type { AuthContext } from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { SessionKit, type SocketClient } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** A busy machine is slow, and right all the same. */
const SOON = { timeout: 15_000 };

type Login = (context: AuthContext, accept: () => void) => void;

const OTP = '424242';
const server = useTestServer();
let login: Login;
let answers: string[] = [];
const kit = new SessionKit(server, { login: (context, accept) => login(context, accept) });
beforeAll(() => kit.start());
afterEach(() => {
  kit.leave();
  answers = [];
});
afterAll(() => kit.stop());

/** Asks one question after the other, and lets in whoever knows all answers. */
const asking =
  (questions: { prompt: string; echo?: boolean; right: string }[], about = ['', '']): Login =>
  (context, accept) => {
    if (context.method !== 'keyboard-interactive') {
      context.reject(['keyboard-interactive']);
      return;
    }
    const step = (at: number) => {
      const question = questions[at];
      if (!question) {
        accept();
        return;
      }
      const { prompt, echo = false, right } = question;
      context.prompt([{ prompt, echo }], about[0] ?? '', about[1] ?? '', ([answer]) => {
        answers.push(answer ?? '');
        if (answer === right) {
          step(at + 1);
        } else {
          context.reject(['keyboard-interactive']);
        }
      });
    };
    step(0);
  };

const PASSWORD = { prompt: 'Password: ', right: 'p@ss' };
const CODE = { prompt: 'Verification code: ', right: OTP };

async function started(change: object = {}, query: Record<string, string> = {}) {
  const { data } = await kit.create(await kit.machine(change));
  const client = kit.connect(`/sessions/${data.id}/ssh`, kit.token, query);
  return { id: data.id, client };
}

const asks = (client: SocketClient) =>
  client.frames.filter(({ type, ...frame }) => type === 'notice' && JSON.stringify(frame).includes('"ask"'))
    .length;
/** What whoever waits is told to be going on. */
const steps = (client: SocketClient) =>
  client.frames.flatMap((frame) =>
    frame.type === 'notice' && frame.notice.kind === 'step' ? [frame.notice.text] : [],
  );
const isOpen = (client: SocketClient) => client.frames.some(({ type }) => type === 'connected');

describe('a host that asks for a code', () => {
  it('gets the stored password by itself and the code from the person, who sees no code', async () => {
    login = asking([PASSWORD, CODE], ['玉門', 'Look at your phone']);
    const { id, client } = await started();
    await expect.poll(() => client.shown, SOON).toContain('Verification code: ');
    expect(client.shown).toContain('目標主機要求回答');
    expect(client.shown).toContain('Look at your phone\r\n');
    expect(isOpen(client)).toBe(false);
    expect(await kit.row(id)).toMatchObject({ status: 'connecting' });
    client.type(`${OTP}\r`);
    await expect.poll(() => client.shown.endsWith('$ '), SOON).toBe(true);
    expect(client.shown).not.toContain(OTP);
    expect(answers).toEqual(['p@ss', OTP]);
    client.type('ls');
    await expect.poll(() => client.shown.endsWith('$ ls'), SOON).toBe(true);
    expect(asks(client)).toBe(2);
    const { assetName: name } = await kit.row(id);
    expect(steps(client)).toEqual([
      `正在連線到「${name}」…`,
      `已連上「${name}」，正在登入…`,
      '已登入，正在開啟終端機…',
    ]);
  });

  it('may be answered again after a mistake, but not for ever', async () => {
    login = asking([CODE]);
    const { client } = await started();
    for (const round of [1, 2, 3]) {
      await expect.poll(() => client.shown.split('Verification code: ').length - 1, SOON).toBe(round);
      client.type('000000\r');
    }
    await expect.poll(() => client.reason, SOON).toContain('不接受輸入的回答，因此拒絕登入');
    expect(client.shown).toContain('目標主機不接受，請再試一次');
    expect(answers).toEqual(['000000', '000000', '000000']);
  });

  it('is answered before the password is tried alone, and that is not tried after a wrong code', async () => {
    const tried: string[] = [];
    const ask = asking([PASSWORD, CODE]);
    login = (context, accept) => {
      tried.push(context.method);
      if (context.method === 'keyboard-interactive') {
        ask(context, accept);
      } else {
        context.reject(['password', 'keyboard-interactive']);
      }
    };
    const { client } = await started();
    for (const round of [1, 2, 3]) {
      await expect.poll(() => client.shown.split('Verification code: ').length - 1, SOON).toBe(round);
      client.type('000000\r');
    }
    await expect.poll(() => client.reason, SOON).toContain('拒絕登入');
    const rounds = Array.from({ length: 3 }, () => 'keyboard-interactive');
    expect(tried).toEqual(['none', ...rounds]);
  });

  it.each(['Пароль: ', 'パスワード: '])('gets the stored password also for %s', async (prompt) => {
    login = asking([{ prompt, right: 'p@ss' }, CODE]);
    const { client } = await started();
    await expect.poll(() => client.shown, SOON).toContain('Verification code: ');
    expect(answers).toEqual(['p@ss']);
  });

  it.each(['Enter PASSCODE: ', '动态口令：', 'Response: '])('never gets it for %s', async (prompt) => {
    login = asking([{ prompt, right: OTP }]);
    const { client } = await started();
    await expect.poll(() => client.shown, SOON).toContain(prompt);
    expect(answers).toEqual([]);
  });

  it('that closes the door meanwhile is named as the one who did', async () => {
    login = asking([CODE]);
    const { id, client } = await started();
    await expect.poll(() => client.shown, SOON).toContain('Verification code: ');
    kit.hangUp();
    await expect.poll(() => client.reason, SOON).toContain('等不到回答而關閉了連線');
    expect(await kit.row(id)).toMatchObject({ status: 'disconnected', message: client.reason });
    // Nobody is asked any more.
    expect(asks(client)).toBe(2);
  });

  it('works for older clients, with echo where the host wants it', async () => {
    login = asking([{ prompt: 'Ticket number: ', echo: true, right: 'T-12' }]);
    const { client } = await started({}, { protocol: 'text' });
    await expect.poll(() => client.shown, SOON).toContain('Ticket number: ');
    client.socket.send('2T-1');
    client.socket.send('23');
    client.socket.send('2\u007F2');
    await expect.poll(() => client.shown, SOON).toContain('Ticket number: T-13\b \b2');
    client.socket.send('2\r');
    await expect.poll(() => client.shown.endsWith('$ '), SOON).toBe(true);
  });

  it('cannot draw on the screen with its words', async () => {
    login = asking(
      [{ prompt: '\u001B[2J\u001B]0;evil\u0007Code\u202E:\u009B31m ', right: OTP }],
      ['a\u001B[31mname', 'line one\r\nline\u0007 two\n'.padEnd(9000, 'x')],
    );
    const { client } = await started();
    await expect.poll(() => client.shown, SOON).toContain('Code');
    expect(client.shown).toContain('a[31mname\r\nline one\r\nline two\r\n');
    // oxlint-disable-next-line no-control-regex -- that is what must not be there
    expect(client.shown.replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
    expect(client.shown.length).toBeLessThan(3000);
  });

  it('is left by Ctrl-C, with nothing open behind', async () => {
    login = asking([CODE]);
    const { id, client } = await started();
    await expect.poll(() => client.shown, SOON).toContain('Verification code: ');
    client.type('12\u0003');
    await expect.poll(() => client.reason, SOON).toBe('已取消登入');
    expect(await kit.row(id)).toMatchObject({
      status: 'disconnected',
      message: '已取消登入',
      recording: '0',
    });
    expect(answers).toEqual([]);
  });

  it('is not waited for without end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      login = asking([CODE]);
      const { client } = await started();
      await vi.waitFor(() => expect(client.shown).toContain('Verification code: '), SOON);
      // Longer than the host is given to answer: a person is slower than a host.
      await vi.advanceTimersByTimeAsync(40_000);
      expect(client.reason).toBeUndefined();
      await vi.advanceTimersByTimeAsync(25_000);
      await vi.waitFor(() => expect(client.reason).toContain('沒有在時限內回答'), SOON);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no trace of questions and answers', async () => {
    login = asking([CODE]);
    const { id, client } = await started();
    await expect.poll(() => client.shown, SOON).toContain('Verification code: ');
    client.type(`${OTP}\r`);
    await expect.poll(() => client.shown.endsWith('$ '), SOON).toBe(true);
    client.socket.send(Buffer.from('0'));
    await expect.poll(async () => (await kit.row(id)).status, SOON).toBe('disconnected');
    const file = await server.current.inject('GET', `/sessions/${id}/recording`, { token: kit.token });
    expect(file.body).not.toContain(OTP);
    expect(file.body).not.toContain('Verification');
    const audit = JSON.stringify(await server.current.db.selectFrom('audit_log').selectAll().execute());
    expect(audit).not.toContain(OTP);
  });
});

describe('an account without a secret', () => {
  const byPassword: Login = (context, accept) => {
    if (context.method === 'password' && context.username === 'mei' && context.password === 'typed') {
      accept();
      return;
    }
    answers.push(context.method);
    context.reject(['password']);
  };

  it('is asked for name and password, and the session is written down under that name', async () => {
    login = byPassword;
    const { id, client } = await started({ username: '', password: '' });
    await expect.poll(() => client.shown, SOON).toContain('帳號: ');
    client.type('mei\r');
    await expect.poll(() => client.shown, SOON).toContain('密碼: ');
    client.type('wrong\r');
    await expect.poll(() => client.shown, SOON).toContain('請再試一次');
    client.type('typed\r');
    await expect.poll(() => client.shown.endsWith('$ '), SOON).toBe(true);
    expect(client.shown).toContain('帳號: mei\r\n');
    expect(client.shown).not.toContain('typed');
    expect(await kit.row(id)).toMatchObject({ status: 'connected', username: 'mei' });
  });

  it('is asked nothing when the host lets everybody in', async () => {
    login = (_context, accept) => accept();
    const { client } = await started({ password: '' });
    await expect.poll(() => client.shown, SOON).toBe('$ ');
  });
});

describe('a stored secret that is refused', () => {
  it('is the end: nobody is asked for what is stored', async () => {
    login = (context) => context.reject(['password', 'keyboard-interactive']);
    const { client } = await started();
    await expect.poll(() => client.reason, SOON).toContain('請檢查帳號與密碼');
    expect(asks(client)).toBe(0);
  });
});
