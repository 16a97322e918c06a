import type { Reauthentication } from '@jadegate/contract/identity/account';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';
import {
  confirmTotp,
  makeRecoveryCodes,
  resetTotp,
  type FactorProof,
  type SecondFactor,
  type TotpConfirmation,
} from '@jadegate/contract/identity/second-factor';
import type { Language } from '@jadegate/contract/language';
import type { AuditAction } from '@jadegate/contract/platform/audit';
import { Secret as OtpSecret, TOTP } from 'otpauth';

import type { Database, Tx } from '../../db/database.ts';
import { loginOf, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { SecondFactorService } from '../user/second-factor.service.ts';
import type { User, UserService } from '../user/user.service.ts';

/** Points of the QR code's edge, as clients of the product family expect it. */
const QR_SIZE = 200;

interface Dependencies {
  database: Database;
  users: UserService;
  factors: SecondFactorService;
  logins: LoginService;
  reauthentication: ReauthenticationService;
  audit: AuditService;
  notifications: Pick<NotificationService, 'notify'>;
  /** The product's name, which authenticator apps show beside the account. */
  issuer: (language: Language) => Promise<string>;
}

/**
 * Two-step verification, as people set it up for themselves. Whatever changes it takes a current factor other than
 * the password, ends the person's other logins, is audited, and is told to the person.
 */
export class EnrolmentService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async state(actor: Actor): Promise<SecondFactor> {
    const { users, logins, factors } = this.#deps;
    const user = await users.get(actor.userId);
    return {
      enabled: user.totp_enabled === 1,
      compulsory: await logins.requiresSecondFactor(user),
      recoveryCodesLeft: await factors.countRecoveryCodes(user.id),
    };
  }

  /** A secret to be scanned or typed. It is not in use until a code of it was seen. */
  async begin(actor: Actor): Promise<{ qr: string; secret: string }> {
    const secret = await this.#deps.factors.begin(actor.userId, loginOf(actor));
    const uri = await this.#uriOf(actor, secret);
    const { toBuffer } = await import('qrcode');
    const qr = await toBuffer(uri, { type: 'png', width: QR_SIZE, margin: 2, errorCorrectionLevel: 'M' });
    return { qr: qr.toString('base64'), secret: secret.expose() };
  }

  async confirm(actor: Actor, { totp, secret, currentTotp, passkey }: TotpConfirmation): Promise<string[]> {
    const { users, factors, logins, reauthentication } = this.#deps;
    const pending = await factors.pending(actor.userId, loginOf(actor));
    if (!pending || (secret !== undefined && secret !== pending.expose())) {
      throw new AppError('account.totp_lapsed');
    }
    const step = factors.check(pending, totp);
    if (step === undefined) {
      throw new AppError('login.totp_wrong', { fields: ['totp'] });
    }
    const user = await users.get(actor.userId);
    const isOn = user.totp_enabled === 1;
    if (isOn || user.passkeys > 0) {
      // Who came by a passkey that is not enough alone has just given it.
      const asked = actor.owes === 'enrol-totp' ? ({ proof: 'recent-factor' } as const) : confirmTotp;
      await reauthentication.confirm(actor, asked, factor(currentTotp, passkey), 'currentTotp');
    }
    const next = await logins.owedStep({ ...user, totp_enabled: 1 });
    return this.#change(actor, isOn ? 'account.totp-rebound' : 'account.totp-enabled', async (tx) => {
      if (!(await factors.confirm(user.id, loginOf(actor), { secret: pending, step }, tx))) {
        throw new AppError('account.totp_lapsed');
      }
      await logins.advance(actor, 'enrol-totp', next, tx);
      return expose(await factors.replaceRecoveryCodes(user.id, tx));
    });
  }

  async remove(actor: Actor, { totp, passkey }: FactorProof): Promise<void> {
    const { factors, logins, reauthentication } = this.#deps;
    const user = await this.#enrolled(actor);
    if (await logins.requiresSecondFactor(user)) {
      throw new AppError('account.totp_compulsory');
    }
    await reauthentication.confirm(actor, resetTotp, factor(totp, passkey));
    await this.#change(actor, 'account.totp-removed', (tx) =>
      // Recovery codes stand for the passkeys that are left, too.
      user.passkeys > 0 ? factors.clearTotp(user.id, tx) : factors.clear(user.id, tx),
    );
  }

  async replaceRecoveryCodes(actor: Actor, { totp, passkey }: FactorProof): Promise<string[]> {
    const { users, factors, reauthentication } = this.#deps;
    const user = await users.get(actor.userId);
    if (user.totp_enabled === 0 && user.passkeys === 0) {
      throw new AppError('account.totp_off');
    }
    await reauthentication.confirm(actor, makeRecoveryCodes, factor(totp, passkey));
    return this.#change(actor, 'account.recovery-codes-made', async (tx) =>
      expose(await factors.replaceRecoveryCodes(user.id, tx)),
    );
  }

  async #enrolled(actor: Actor): Promise<User> {
    const user = await this.#deps.users.get(actor.userId);
    if (user.totp_enabled === 0) {
      throw new AppError('account.totp_off');
    }
    return user;
  }

  async #change<Result>(
    actor: Actor,
    action: AuditAction,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const { database, logins, audit, notifications } = this.#deps;
    const result = await database.transact(async (tx) => {
      const done = await work(tx);
      await logins.endAllOf(actor.userId, tx, loginOf(actor));
      const object = { type: 'user', id: actor.userId, name: actor.username };
      await audit.write(actor, { action, object }, tx);
      return done;
    });
    notifications.notify(actor.userId, 'factor-changed', actor);
    return result;
  }

  async #uriOf({ username, language }: Actor, secret: Secret): Promise<string> {
    const issuer = await this.#deps.issuer(language);
    return new TOTP({ issuer, label: username, secret: OtpSecret.fromBase32(secret.expose()) }).toString();
  }
}

/** A code or a passkey: the password changes no factor. */
function factor(totp: string, passkey: PasskeyAnswer | undefined): Reauthentication {
  return { password: '', totp, passkey };
}

function expose(codes: readonly Secret[]): string[] {
  return codes.map((code) => code.expose());
}
