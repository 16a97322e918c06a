import type { AssetTest } from '@jadegate/contract/access/asset-reachability';
import { translate } from '@jadegate/contract/language';
import { sayEnd } from '@jadegate/contract/session/session-end';
import { LOGIN_TEST_WORDS } from '@jadegate/contract/words/login-test';

import type { Actor } from '../../kernel/actor.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import { endOfLogin, logInSsh } from '../../protocols/dial/ssh-login.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { AccessGatewayService } from '../access-gateway/access-gateway.service.ts';
import type { HostKeyService } from '../host-key/host-key.service.ts';
import type { ProbeResult } from './probe.ts';

export interface LoginTestDependencies {
  gateways: Pick<AccessGatewayService, 'open'>;
  hostKeys: HostKeyService;
  audit: AuditService;
  /** What the asset sets for its protocol. */
  attributes(assetId: string): Promise<Readonly<Record<string, string>>>;
  timeoutMs?: number;
}

/** As patient as the product family. */
export const TEST_TIMEOUT_MS = 15_000;

type Tested = AssetTest['login'];

/** Logs in with the account that is stored for an asset, and out again. */
export class LoginTest {
  readonly #deps: LoginTestDependencies;

  constructor(dependencies: LoginTestDependencies) {
    this.#deps = dependencies;
  }

  async test(target: AssetTarget, { active }: ProbeResult, actor: Actor): Promise<Tested> {
    const untried = (why: keyof typeof LOGIN_TEST_WORDS): Tested => ({
      state: 'untried',
      message: translate(LOGIN_TEST_WORDS[why], actor.language),
    });
    if (!active) {
      return untried('unreachable');
    }
    if (target.protocol !== 'ssh') {
      return untried('in_session');
    }
    if ((await target.account()).auth === undefined) {
      return untried('nothing_stored');
    }
    const { isAsked, ...tested } = await this.#logIn(target, actor);
    await this.#deps.audit.writeAlone(actor, {
      action: 'asset.login-tested',
      object: { type: 'asset', id: target.id, name: target.name },
      detail: { login: isAsked ? 'untried' : tested.state },
    });
    return isAsked ? untried('asks_more') : tested;
  }

  async #logIn(target: AssetTarget, { language }: Actor): Promise<Tested & { isAsked: boolean }> {
    const { gateways, hostKeys, timeoutMs = TEST_TIMEOUT_MS } = this.#deps;
    // A code from a telephone, say: only a person can answer, in a session. An empty answer would count as a wrong one.
    const asked = new AbortController();
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const hostKey = await hostKeys.policy(`asset:${target.id}`);
      const attributes = await this.#deps.attributes(target.id);
      const stream = await gateways.open(target, { timeoutMs, signal });
      const connection = await logInSsh({
        target,
        stream,
        hostKey,
        attributes,
        timeoutMs,
        signal,
        keyboardInteractive: () => {
          asked.abort();
          return new Promise(() => undefined);
        },
      });
      connection.end();
      return { state: 'accepted', message: '', isAsked: false };
    } catch (error) {
      const end = endOfLogin(error, target);
      if (end === undefined && !(error instanceof DialError)) {
        throw error;
      }
      const isRefused = end?.kind === 'auth_failed';
      const message = sayEnd(end ?? { kind: 'way', way: { kind: 'failed' } }, language);
      return { state: isRefused ? 'refused' : 'failed', message, isAsked: asked.signal.aborted };
    }
  }
}
