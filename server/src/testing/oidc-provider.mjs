// A certified OpenID provider as a process of its own, for tests: oidc-provider on loopback, with people that a test changes.
// Given a port as its argument (0: any). Prints `listening <issuer>`; a line of JSON on its input sets clients or people:
// {"clients": [...]} or {"people": {"<sub>": {claims}}}, answered by `done`.
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';

import { Provider } from 'oidc-provider';

const people = new Map();
const clients = new Map();

const server = http.createServer().listen(Number(process.argv[2] ?? 0), '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

/** Everything lies in memory, and goes with the process. */
const kept = new Map();
class Adapter {
  constructor(kind) {
    this.kind = kind;
  }
  key(id) {
    return `${this.kind}:${id}`;
  }
  async upsert(id, payload) {
    kept.set(this.key(id), payload);
  }
  async find(id) {
    return this.kind === 'Client' ? clients.get(id) : kept.get(this.key(id));
  }
  async findByUid(uid) {
    return [...kept.values()].find((one) => one.uid === uid);
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id) {
    const one = kept.get(this.key(id));
    one.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id) {
    kept.delete(this.key(id));
  }
  async revokeByGrantId(grantId) {
    for (const [key, one] of kept) {
      if (one.grantId === grantId) {
        kept.delete(key);
      }
    }
  }
}

const provider = new Provider(issuer, {
  adapter: Adapter,
  scopes: ['openid', 'profile', 'email', 'groups'],
  claims: {
    openid: ['sub', 'sid', 'auth_time', 'amr', 'acr'],
    profile: ['name', 'preferred_username'],
    email: ['email', 'email_verified'],
    groups: ['groups', 'hasgroups'],
  },
  conformIdTokenClaims: false,
  acrValues: ['mfa'],
  cookies: { keys: ['for tests only'] },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      // Its own page asks the network for letters.
      logoutSource: (context, form) => {
        context.body = `<!doctype html><title>provider</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
      },
      postLogoutSuccessSource: (context) => {
        context.body = '<!doctype html><title>provider</title>Signed out';
      },
    },
  },
  findAccount: (_context, sub) => {
    const claims = people.get(sub);
    return claims && { accountId: sub, claims: () => ({ ...claims, sub }) };
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  // The provider dials our own loopback for its logout notices.
  fetch: (url, options) => globalThis.fetch(url, { ...options, dispatcher: undefined }),
});

const answer = provider.callback();
const serve = async (request, response) => {
  const [, uid] = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '') ?? [];
  if (request.url === '/favicon.ico') {
    response.statusCode = 204;
    return response.end();
  }
  if (uid === undefined) {
    return answer(request, response);
  }
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(
      '<!doctype html><title>provider</title><form method="post"><label>Name <input name="login" autofocus></label><button>Sign in</button></form>',
    );
  }
  const chunks = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const { params } = await provider.interactionDetails(request, response);
  const accountId = form.get('login') ?? '';
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const { amr } = people.get(accountId) ?? {};
  await provider.interactionFinished(
    request,
    response,
    {
      login: { accountId, ...(amr && { amr }) },
      consent: { grantId: await grant.save() },
    },
    { mergeWithLastSubmission: false },
  );
};
server.on('request', (request, response) => {
  serve(request, response).catch((/** @type {unknown} */ error) => {
    process.stderr.write(`${error}\n`);
    response.destroy();
  });
});

createInterface({ input: process.stdin }).on('line', (line) => {
  const said = JSON.parse(line);
  for (const client of said.clients ?? []) {
    clients.set(client.client_id, client);
  }
  for (const [sub, claims] of Object.entries(said.people ?? {})) {
    people.set(sub, claims);
  }
  process.stdout.write('done\n');
});
process.stdin.on('end', () => process.exit(0));
process.stdout.write(`listening ${issuer}\n`);
