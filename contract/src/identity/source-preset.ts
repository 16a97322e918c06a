import type * as z from 'zod';

import type { LdapConfig } from './ldap.ts';
import type { OidcConfig } from './oidc.ts';

/** Providers whose fields the console fills in beforehand. */
export const SOURCE_PRESETS = [
  'keycloak',
  'entra',
  'google',
  'okta',
  'authentik',
  'gitlab',
  'synology',
  'active-directory',
  'openldap',
  'freeipa',
  'synology-directory',
] as const;
export type SourcePreset = (typeof SOURCE_PRESETS)[number];

/** With what has to be replaced in angle brackets. */
type Preset = { name: string } & (
  | { kind: 'oidc'; config: Partial<z.input<typeof OidcConfig>> }
  | { kind: 'ldap'; config: Partial<z.input<typeof LdapConfig>> }
);

export const PRESET_VALUES: Readonly<Record<SourcePreset, Preset>> = {
  keycloak: {
    name: 'Keycloak',
    kind: 'oidc',
    config: {
      issuer: 'https://<keycloak.example>/realms/<realm>',
      scope: 'openid profile email',
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
    },
  },
  entra: {
    name: 'Microsoft Entra ID',
    kind: 'oidc',
    config: {
      issuer: 'https://login.microsoftonline.com/<tenant-id>/v2.0',
      scope: 'openid profile email',
      usernameClaim: 'preferred_username',
      groupsClaim: 'roles',
    },
  },
  google: {
    name: 'Google',
    kind: 'oidc',
    config: {
      issuer: 'https://accounts.google.com',
      scope: 'openid profile email',
      usernameClaim: 'email',
      groupsClaim: 'groups',
    },
  },
  okta: {
    name: 'Okta',
    kind: 'oidc',
    config: {
      issuer: 'https://<org>.okta.com',
      scope: 'openid profile email groups',
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
    },
  },
  authentik: {
    name: 'authentik',
    kind: 'oidc',
    config: {
      issuer: 'https://<authentik.example>/application/o/<slug>/',
      scope: 'openid profile email',
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
    },
  },
  gitlab: {
    name: 'GitLab',
    kind: 'oidc',
    config: {
      issuer: 'https://<gitlab.example>',
      scope: 'openid profile email',
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
    },
  },
  synology: {
    name: 'Synology SSO',
    kind: 'oidc',
    config: {
      issuer: 'https://<nas.example>/webman/sso',
      scope: 'openid email groups',
      usernameClaim: 'username',
      groupsClaim: 'groups',
    },
  },
  'active-directory': {
    name: 'Active Directory',
    kind: 'ldap',
    config: {
      servers: ['<dc1.corp.example>'],
      security: 'ldaps',
      bindDn: '<CN=jadegate,OU=Service,DC=corp,DC=example>',
      peopleBase: '<DC=corp,DC=example>',
      peopleFilter: '(&(objectCategory=person)(objectClass=user))',
      idAttribute: 'objectGUID',
      usernameAttribute: 'sAMAccountName',
      nicknameAttribute: 'displayName',
      mailAttribute: 'mail',
      keyAttribute: '',
      groupsBase: '<DC=corp,DC=example>',
      groupsFilter: '(objectClass=group)',
      groupNameAttribute: 'cn',
      nesting: 'chain',
      ignoresCase: true,
    },
  },
  openldap: {
    name: 'OpenLDAP',
    kind: 'ldap',
    config: {
      servers: ['<ldap.example.com>'],
      security: 'ldaps',
      bindDn: '<cn=jadegate,dc=example,dc=com>',
      peopleBase: '<ou=people,dc=example,dc=com>',
      peopleFilter: '(objectClass=inetOrgPerson)',
      idAttribute: 'entryUUID',
      usernameAttribute: 'uid',
      nicknameAttribute: 'cn',
      mailAttribute: 'mail',
      keyAttribute: 'sshPublicKey',
      groupsBase: '<ou=groups,dc=example,dc=com>',
      groupsFilter: '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))',
      groupNameAttribute: 'cn',
      nesting: 'walk',
    },
  },
  freeipa: {
    name: 'FreeIPA',
    kind: 'ldap',
    config: {
      servers: ['<ipa.example.com>'],
      security: 'ldaps',
      bindDn: '<uid=jadegate,cn=sysaccounts,cn=etc,dc=example,dc=com>',
      peopleBase: '<cn=users,cn=accounts,dc=example,dc=com>',
      peopleFilter: '(objectClass=posixAccount)',
      idAttribute: 'ipaUniqueID',
      usernameAttribute: 'uid',
      nicknameAttribute: 'cn',
      mailAttribute: 'mail',
      keyAttribute: 'ipaSshPubKey',
      groupsBase: '<cn=groups,cn=accounts,dc=example,dc=com>',
      groupsFilter: '(objectClass=groupOfNames)',
      groupNameAttribute: 'cn',
      nesting: 'walk',
    },
  },
  'synology-directory': {
    name: 'Synology LDAP Server',
    kind: 'ldap',
    config: {
      servers: ['<nas.example>'],
      security: 'ldaps',
      bindDn: '<uid=jadegate,cn=users,dc=nas,dc=example>',
      peopleBase: '<cn=users,dc=nas,dc=example>',
      peopleFilter: '(objectClass=posixAccount)',
      idAttribute: 'entryUUID',
      usernameAttribute: 'uid',
      nicknameAttribute: 'cn',
      mailAttribute: 'mail',
      keyAttribute: '',
      groupsBase: '<cn=groups,dc=nas,dc=example>',
      groupsFilter: '(objectClass=posixGroup)',
      groupNameAttribute: 'cn',
      nesting: 'none',
    },
  },
};
