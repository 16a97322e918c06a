import {
  SOURCE_CONFIGS,
  SOURCE_INPUT,
  type IdentitySource,
  type IdentitySourceInput,
  type SourceKind,
} from '@jadegate/contract/identity/identity-source';
import { SYNC_MINUTES } from '@jadegate/contract/identity/ldap';
import { PRESET_VALUES, type SourcePreset } from '@jadegate/contract/identity/source-preset';
import * as z from 'zod';

/** What the fields of a kind know of the source that is edited. */
export interface KindFieldsProps {
  /** Undefined for a new one. */
  id: string | undefined;
  isSecretStored: boolean;
}

export type SourceInput = z.input<typeof IdentitySourceInput>;

/** A form has one level: what is asked of the source stands beside the rest. */
export const SOURCE_FORMS = {
  oidc: z.strictObject({ ...SOURCE_INPUT, ...SOURCE_CONFIGS.oidc.shape }),
  ldap: z.strictObject({ ...SOURCE_INPUT, ...SOURCE_CONFIGS.ldap.shape }),
} as const satisfies Record<SourceKind, z.ZodType>;
type SourceForms = { [Kind in SourceKind]: z.input<(typeof SOURCE_FORMS)[Kind]> };
type SourceForm = z.output<(typeof SOURCE_FORMS)[SourceKind]>;
/** Whatever the kind is. */
export type SourceField = { [Kind in SourceKind]: keyof SourceForms[Kind] }[SourceKind];

const COMMON = { icon: 'key' as const, position: 50, enabled: true, rules: [] };

/** What a new one starts with. */
export const BLANKS: { [Kind in SourceKind]: Partial<SourceForms[Kind]> } = {
  oidc: {
    ...COMMON,
    allowsPlainHttp: false,
    clientAuthentication: 'client_secret_basic',
    scope: 'openid profile email',
    usernameClaim: 'preferred_username',
    nicknameClaim: 'name',
    mailClaim: 'email',
    groupsClaim: 'groups',
    ignoresCase: false,
    creation: 'mapped',
    linksByMail: false,
    trustedAudiences: [],
    trustedFactors: [],
    endsThere: false,
  },
  ldap: {
    ...COMMON,
    icon: 'people',
    servers: [],
    security: 'ldaps',
    allowsPlain: false,
    ca: '',
    bindDn: '',
    peopleFilter: '(objectClass=inetOrgPerson)',
    idAttribute: 'entryUUID',
    usernameAttribute: 'uid',
    nicknameAttribute: 'cn',
    mailAttribute: 'mail',
    keyAttribute: '',
    groupsBase: '',
    groupsFilter: '(objectClass=groupOfNames)',
    groupNameAttribute: 'cn',
    nesting: 'walk',
    ignoresCase: false,
    creation: 'mapped',
    importsAll: false,
    syncMinutes: SYNC_MINUTES.default,
  },
};

export function toForm(source: IdentitySource): Partial<SourceForm> {
  const { key, name, icon, position, enabled, rules, config } = source;
  return { key, name, icon, position, enabled, rules: [...rules], ...config };
}

export function toInput(kind: SourceKind, form: SourceForm): SourceInput {
  const isConfig = (name: string) => Object.hasOwn(SOURCE_CONFIGS[kind].shape, name);
  const entries = Object.entries(form);
  const common = Object.fromEntries(entries.filter(([name]) => !isConfig(name)));
  const config = Object.fromEntries(entries.filter(([name]) => isConfig(name)));
  // Their schemas are what the form was checked with.
  return { ...common, kind, config } as unknown as SourceInput;
}

/** What a preset fills in; where something has to be replaced it has angle brackets, which cannot be saved as they are. */
export function presetValues(preset: SourcePreset): Partial<SourceForm> {
  const { name, config } = PRESET_VALUES[preset];
  return { key: preset, name, icon: preset, ...config };
}
