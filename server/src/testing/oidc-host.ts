import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./oidc-provider.mjs', import.meta.url));
export const CLIENT = { id: 'jadegate', secret: 'a secret of the client, long enough' };

/** A real provider beside the product, with people that a test changes. */
export class OidcHost {
  readonly issuer: string;
  readonly #process: ChildProcess;
  readonly #lines: Interface;

  private constructor(issuer: string, child: ChildProcess, lines: Interface) {
    this.issuer = issuer;
    this.#process = child;
    this.#lines = lines;
  }

  static async start(publicUrl: string, keys: readonly string[], port = 0): Promise<OidcHost> {
    const child = spawn(process.execPath, [PROGRAM, String(port)], { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: child.stdout });
    const [, issuer = ''] = /^listening (.+)$/.exec(await nextLine(lines)) ?? [];
    const host = new OidcHost(issuer, child, lines);
    const logout = (key: string, how: string) => `${publicUrl}/login/sources/${key}/${how}-channel-logout`;
    await host.#say({
      clients: keys.map((key) => ({
        client_id: `${CLIENT.id}-${key}`,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/login/callback/${key}`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: logout(key, 'back'),
        backchannel_logout_session_required: true,
      })),
    });
    return host;
  }

  async setPeople(people: Record<string, object>): Promise<void> {
    await this.#say({ people });
  }

  /** What a browser does there: signs in with this name and is sent back. Answers the address it is sent back to. */
  async signIn(url: string, login: string, jar: Map<string, string> = new Map()): Promise<URL> {
    let next = url;
    let body: URLSearchParams | undefined;
    for (let hop = 0; hop < 10; hop += 1) {
      const response = await fetch(next, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) {
        if (body || response.status !== 200) {
          throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
        }
        body = new URLSearchParams({ login });
        continue;
      }
      body = undefined;
      next = new URL(location, next).href;
      if (new URL(next).origin !== this.issuer) {
        return new URL(next);
      }
    }
    throw new Error('the provider leads in circles');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await ended;
  }

  async #say(said: object): Promise<void> {
    const answer = nextLine(this.#lines);
    this.#process.stdin?.write(`${JSON.stringify(said)}\n`);
    await answer;
  }
}

function nextLine(lines: Interface): Promise<string> {
  return new Promise((resolve) => lines.once('line', resolve));
}
