import {
  bindLoginPolicy,
  createLoginPolicy,
  deleteLoginPolicies,
  getLoginPolicy,
  listAllLoginPolicies,
  listLoginPolicies,
  listLoginPolicyUserIds,
  testLoginPolicies,
  unbindLoginPolicy,
  updateLoginPolicy,
} from '@jadegate/contract/identity/login-policy';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
import type { LoginPolicyService } from './login-policy.service.ts';

interface Services {
  loginPolicies: LoginPolicyService;
}

export function loginPolicyRoutes(api: Api, { loginPolicies }: Services): void {
  api.on(listLoginPolicies, ({ query }) => loginPolicies.list(query));
  api.on(listAllLoginPolicies, async () => (await loginPolicies.list(LONGEST_PAGE)).items);
  api.on(getLoginPolicy, ({ params }) => loginPolicies.get(params.id));
  api.on(createLoginPolicy, ({ actor, body }) => loginPolicies.create(actor, body));
  api.on(updateLoginPolicy, ({ actor, params, body }) => loginPolicies.update(actor, params.id, body));
  api.on(deleteLoginPolicies, ({ actor, params }) => loginPolicies.delete(actor, params.ids));
  api.on(listLoginPolicyUserIds, ({ params }) => loginPolicies.listUserIds(params.id));
  api.on(bindLoginPolicy, ({ actor, params, body }) =>
    loginPolicies.bind(
      actor,
      params.id,
      body.map((one) => one.userId),
    ),
  );
  api.on(unbindLoginPolicy, ({ actor, params, body }) =>
    loginPolicies.unbind(
      actor,
      params.id,
      body.map((one) => one.userId),
    ),
  );
  api.on(testLoginPolicies, ({ body }) =>
    loginPolicies.decide(body.userId, body.address, Date.parse(body.at)),
  );
}
