import { approvalPath, type SshApproval } from '@jadegate/contract/identity/ssh-approval';
import { describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { enrol } from '../../testing/enrol.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let places = 0;
const NEVER_GONE = new AbortController().signal;
const WRONG = '000000';

/** A connection that asks in the name of somebody. */
async function asking(username: string, address = `127.93.0.${++places}`) {
  const { sshApprovals, logins } = server.current.services;
  const caller = { address, userAgent: 'SSH-2.0-test', language: 'en', requestId: '' } as const;
  const asked = { username, assetName: 'web 1', keyFingerprint: 'SHA256:abc' };
  const { id, code, path } = await sshApprovals.request(caller, asked);
  const call = (act: string, token: string, body: object = {}) =>
    server.current.call<SshApproval>('POST', `/account/ssh-approvals/${id}/${act}`, {
      token,
      address: `127.94.0.${++places}`,
      body,
    });
  return {
    id,
    code,
    path,
    address,
    get: (token: string) =>
      server.current.call<SshApproval>('GET', `/account/ssh-approvals/${id}`, { token }),
    approve: (token: string, typed = code) => call('approve', token, { code: typed }),
    refuse: (token: string) => call('refuse', token),
    wait: (signal = NEVER_GONE) => sshApprovals.wait(id, signal),
    signIn: (as = username) =>
      logins.signIn(caller, {
        username: as,
        door: 'ssh',
        proof: { kind: 'approval', approvalId: id },
      }),
  };
}

const LOST = { code: 'login.failed' };

describe('an SSH connection', () => {
  it('is approved by its person, who sees what it is and types its code, and signs in once', async () => {
    const { username, token } = await server.current.loginAs({});
    await enrol(server.current, token);
    const asked = await asking(username);
    expect(asked.path).toBe(approvalPath(asked.id));
    expect(asked.code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    expect((await asked.get(token)).data).toMatchObject({
      assetName: 'web 1',
      address: asked.address,
      fingerprint: 'SHA256:abc',
      state: 'waiting',
      triesLeft: 5,
    });
    await expect(asked.signIn()).rejects.toMatchObject(LOST);
    const outcome = asked.wait();
    const typed = `${asked.code.slice(0, 3).toLowerCase()} ${asked.code.slice(3)}`;
    expect(await asked.approve(token, typed)).toMatchObject({ code: 1, data: { state: 'approved' } });
    expect(await outcome).toBe('approved');
    // Its person has a second factor, which the login had at which they approved.
    expect(await asked.signIn()).toMatchObject({ user: { username } });
    await expect(asked.signIn()).rejects.toMatchObject(LOST);
    const entries = await server.current.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'account.ssh-approved')
      .where('object_id', '=', asked.id)
      .execute();
    expect(entries).toEqual([{ detail: expect.stringContaining(asked.address) }]);
    expect(JSON.stringify(entries)).not.toContain(asked.code);
  });

  it('is not there for anybody else, and opens no other person’s account', async () => {
    const { username, token } = await server.current.loginAs({});
    const stranger = await server.current.loginAs({});
    const asked = await asking(username);
    for (const call of [asked.get, asked.approve, asked.refuse]) {
      expect(await call(stranger.token)).toMatchObject({ code: 404, error: 'ssh_approval.not_found' });
    }
    expect((await asked.approve(token)).code).toBe(1);
    await expect(asked.signIn(stranger.username)).rejects.toMatchObject(LOST);
  });

  it('is refused by its person, or with the fifth wrong code, however right the sixth', async () => {
    const { username, token } = await server.current.loginAs({});
    const refused = await asking(username);
    expect((await refused.refuse(token)).data.state).toBe('refused');
    expect(await refused.wait()).toBe('refused');
    expect(await refused.approve(token)).toMatchObject({ error: 'ssh_approval.over' });
    const guessed = await asking(username);
    const answers = await Promise.all(Array.from({ length: 7 }, () => guessed.approve(token, WRONG)));
    const wrong = answers.filter(({ error }) => error === 'ssh_approval.code_wrong');
    expect(wrong).toHaveLength(4);
    expect(await guessed.approve(token)).toMatchObject({ error: 'ssh_approval.over' });
    expect(await guessed.wait()).toBe('refused');
    await expect(guessed.signIn()).rejects.toMatchObject(LOST);
  });

  it('cannot be approved after three minutes, nor after its client is gone', async () => {
    const { username, token } = await server.current.loginAs({});
    const late = await asking(username);
    const left = await asking(username);
    const gone = new AbortController();
    gone.abort();
    expect(await left.wait(gone.signal)).toBe('expired');
    expect(await left.approve(token)).toMatchObject({ error: 'ssh_approval.not_found' });
    server.current.passTime(3 * MINUTE_MS);
    expect(await late.approve(token)).toMatchObject({ error: 'ssh_approval.not_found' });
  });

  it('in the name of nobody, or of somebody in whose name many ask, looks the same and comes to nothing', async () => {
    const { username, token } = await server.current.loginAs({});
    const nobody = await asking('nobody at all');
    expect(nobody).toMatchObject({ path: approvalPath(nobody.id), code: expect.stringMatching(/^\w{6}$/) });
    const many = [];
    for (let index = 0; index < 4; index++) {
      many.push(await asking(username, '127.95.0.1'));
    }
    // And takes as long: a row that is written takes milliseconds, and none takes nothing.
    for (const name of [username, 'nobody at all']) {
      const begun = performance.now();
      await asking(name);
      expect(performance.now() - begun).toBeGreaterThan(95);
    }
    const answers = await Promise.all(many.map(({ get }) => get(token)));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 404]);
    // Nobody alone takes all the room, and there is not room for everybody.
    await Promise.all(Array.from({ length: 16 }, () => asking(username)));
    expect((await (await asking(username)).get(token)).code).toBe(404);
    const rows = await server.current.db.selectFrom('ssh_approval').select('address').execute();
    expect(rows.filter(({ address }) => address === '127.95.0.1')).toHaveLength(3);
  });
});
