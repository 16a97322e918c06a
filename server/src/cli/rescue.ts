import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';

import type { Config } from '../config.ts';
import type { AuditEntry } from '../platform/audit/audit.service.ts';
import type { Services } from '../services.ts';
import { OPERATOR } from './operator.ts';
import { printable } from './print.ts';

/** Something that may keep people out. */
interface Obstacle {
  /** For the command line; the same as long as the thing is there. */
  name: string;
  about: string;
  /** How to have it again; for what only the settings can change, how to change them. */
  back: string;
  /** Undefined for settings of the machine: those are not ours to write. */
  switchOff?: () => Promise<void>;
}

type RescueServices = Pick<
  Services,
  | 'accessSecurity'
  | 'loginPolicies'
  | 'logins'
  | 'users'
  | 'factors'
  | 'passkeys'
  | 'database'
  | 'audit'
  | 'settings'
  | 'identitySources'
  | 'eventDestinations'
  | 'sourceLookup'
  | 'sourceVisits'
>;

/** All of them, those that keep most people out first. */
export async function listObstacles(services: RescueServices, config: Config): Promise<Obstacle[]> {
  return [
    ...(await addressRules(services)),
    ...(await administratorPolicies(services)),
    ...(await passwordRule(services)),
    ...(await passkeyRule(services)),
    ...(await sources(services)),
    ...(await locks(services)),
    ...(await administrators(services)),
    ...(await waitingEvents(services)),
    ...settingsInTheWay(config),
  ];
}

async function addressRules({ accessSecurity }: RescueServices): Promise<Obstacle[]> {
  return (await accessSecurity.listRejecting()).map((rule) => ({
    name: `address-rule:${rule.id}`,
    about: `an access rule shuts out ${rule.ip} (priority ${rule.priority})`,
    back: `in the console on the page of access rules, add: ${rule.ip}, reject, priority ${rule.priority}`,
    switchOff: () => accessSecurity.removeForOperator(OPERATOR, rule),
  }));
}

/** Only administrators are let go: everybody else stays bound. */
async function administratorPolicies({ loginPolicies, users }: RescueServices): Promise<Obstacle[]> {
  const policies = await loginPolicies.listRejectingAdministrators();
  const people = await users.listPeople(policies.flatMap(({ userIds }) => userIds));
  return policies.map(({ id, name, userIds }) => {
    const bound = userIds.map((userId) => people.get(userId)?.username ?? userId).join(', ');
    return {
      name: `login-policy:${id}`,
      about: `the login policy “${name}” turns administrators away somewhere or at some time: ${bound}`,
      back: `in the console on the page of login policies, bind “${name}” again to ${bound}`,
      switchOff: () => loginPolicies.unbindForOperator(OPERATOR, id, userIds),
    };
  });
}

/** Sources may be away; then whoever has a password must be able to use it. */
async function passwordRule({ settings, sourceLookup }: RescueServices): Promise<Obstacle[]> {
  const rule = await settings.get('password-login');
  if (rule === 'allowed') {
    return [];
  }
  const sources = (await sourceLookup.listEnabled()).map(({ name }) => name).join(', ') || 'none';
  const about =
    rule === 'off'
      ? 'nobody may sign in with a password'
      : 'only emergency accounts may sign in with a password';
  return [
    {
      name: 'password-login',
      about: `${about}; identity sources that are on: ${sources}`,
      back: `in the console on the page of settings, under security, set password login to “${rule}”`,
      switchOff: () => settings.updateForOperator(OPERATOR, { 'password-login': 'allowed' }),
    },
  ];
}

/** Whoever has none owes the step of making one, which a browser at another address cannot do. */
async function passkeyRule({ settings }: RescueServices): Promise<Obstacle[]> {
  const rule = await settings.get('passkey-policy');
  return rule === 'off'
    ? []
    : [
        {
          name: 'passkey-policy',
          about: `${rule === 'admins' ? 'administrators' : 'all people'} must have a passkey before they can do anything`,
          back: `in the console on the page of settings, under security, set passkeys to “${rule}”`,
          switchOff: () => settings.updateForOperator(OPERATOR, { 'passkey-policy': 'off' }),
        },
      ];
}

/** One that disabled administrators would do so again while it is on. What is the matter with the others is mended there. */
async function sources({ users, identitySources, sourceVisits }: RescueServices): Promise<Obstacle[]> {
  const disabled = (await users.listAdministrators()).filter(({ disabled_by }) => disabled_by !== '');
  const keys = [...new Set(disabled.map(({ disabled_by }) => disabled_by))];
  const troubled = (await sourceVisits.listTroubled()).map(({ key, name, problem }) => ({
    name: `identity-source:${key}`,
    about: `the identity source “${name}” does not answer as it should (${problem}): its people cannot sign in`,
    back: 'look at it on the page of identity sources, which says what is the matter; local accounts sign in as before',
  }));
  return [
    ...troubled,
    ...keys.map((key) => {
      const people = disabled.filter(({ disabled_by }) => disabled_by === key);
      const names = people.map(({ username }) => username).join(', ');
      const ids = people.map(({ id }) => id);
      return {
        name: `disabled-by-source:${key}`,
        about: `administrators were disabled because the identity source ${key} does not have them any more: ${names}`,
        back: `in the console on the page of identity sources, switch ${key} on`,
        switchOff: () => identitySources.switchOffForOperator(OPERATOR, key, ids),
      };
    }),
  ];
}

async function locks(services: RescueServices): Promise<Obstacle[]> {
  return (await services.logins.listLocked()).map(({ subject, until }) => ({
    name: `lock:${printable(subject)}`,
    about: `after failed logins, ${printable(subject).replace(':', ' ')} has to wait until ${new Date(until).toISOString()}`,
    back: 'nothing to do: the next failures lock it again',
    switchOff: () => {
      const object = { type: 'user', id: '', name: subject };
      return recorded(services, { action: 'user.unlocked', object }, (tx) =>
        services.logins.clearLockOf(subject, tx),
      );
    },
  }));
}

/** People can sign in, but open nothing. */
async function waitingEvents({ eventDestinations }: RescueServices): Promise<Obstacle[]> {
  return (await eventDestinations.listFailingClosed()).map(({ id, name, fail_closed_hours: hours }) => ({
    name: `events:${id}`,
    about: `no new sessions are opened while events have not reached “${name}” for ${hours} h`,
    back: `in the console on the page of event forwarding, set it to ${hours} h again for “${name}”`,
    switchOff: () => eventDestinations.openForOperator(OPERATOR, id),
  }));
}

type Work = Parameters<Services['database']['transact']>[0];

async function recorded({ database, audit }: RescueServices, event: AuditEntry, work: Work): Promise<void> {
  await database.transact(async (tx) => {
    await work(tx);
    await audit.write(OPERATOR, event, tx);
  });
}

async function administrators(services: RescueServices): Promise<Obstacle[]> {
  const { users, factors, passkeys } = services;
  return (await users.listAdministrators()).flatMap((person) => {
    const { id, username, status, totp_enabled, passkeys: count } = person;
    const object = { type: 'user', id, name: username };
    const disabled = {
      name: 'first-administrator',
      about: `the first administrator, ${username}, is disabled (npx jadegate reset-admin gives a new password, too)`,
      back: 'in the console on the page of users, disable the account',
      switchOff: () =>
        recorded(services, { action: 'user.enabled', object }, (tx) => users.setStatus(id, 'enabled', tx)),
    };
    const factor = {
      name: `second-factor:${username}`,
      about: `the administrator ${username} needs a second factor, which may be lost`,
      back: `${username} sets two-step verification or passkeys up again on the page of their own account`,
      switchOff: () =>
        recorded(services, { action: 'user.totp-reset', object }, async (tx) => {
          await passkeys.removeAllOf(id, tx);
          await factors.clear(id, tx);
        }),
    };
    return [
      ...(id === SUPER_ADMIN_ID && status !== 'enabled' ? [disabled] : []),
      ...(totp_enabled === 1 || count > 0 ? [factor] : []),
    ];
  });
}

/** They belong to the operator's file or unit. */
function settingsInTheWay({ given, ...config }: Config): Obstacle[] {
  const told = {
    JADEGATE_PUBLIC_URL: config.publicUrls.length > 0 && 'browsers at any other address are refused',
    JADEGATE_TRUSTED_PROXIES:
      config.trustedProxies.length > 0 &&
      'people count with the address that these proxies name; one that names none makes them all one address',
    JADEGATE_CONNECTIONS_PER_ADDRESS:
      config.connectionsPerAddress !== undefined &&
      'an address with more connections than that gets no other',
  };
  return Object.entries(told).flatMap(([name, about]) =>
    about === false
      ? []
      : [
          {
            name: `setting:${name}`,
            about: `${name} is set: ${about}`,
            back: `take ${name} out of ${given.origins[name as keyof typeof told] ?? 'the settings'} and start the server again; put it back in the same way`,
          },
        ],
  );
}

/** Exit code 0, also where there is nothing. */
export function printObstacles(obstacles: readonly Obstacle[], print: (line: string) => void): number {
  obstacles.forEach(({ name, about, switchOff, back }, index) => {
    print(`${String(index + 1).padStart(3)}. ${name}`);
    print(`     ${about}`);
    if (!switchOff) {
      print(`     not switched off here: ${back}`);
    }
  });
  print(
    obstacles.length === 0
      ? 'nothing that is set here keeps people out; npx jadegate doctor looks further'
      : 'npx jadegate rescue off <number or name> switches one of them off',
  );
  return 0;
}

export async function switchOff(
  obstacles: readonly Obstacle[],
  wanted: string,
  print: (line: string) => void,
): Promise<number> {
  const obstacle = obstacles.find(({ name }, index) => wanted === name || wanted === String(index + 1));
  if (!obstacle) {
    print(`there is no ${printable(wanted)}, or not any more`);
    return 2;
  }
  const { name, about, back } = obstacle;
  if (!obstacle.switchOff) {
    print(`${name} is not switched off here: ${back}`);
    return 1;
  }
  await obstacle.switchOff();
  print(`switched off: ${about}`);
  print(`to have it again: ${back}`);
  return 0;
}
