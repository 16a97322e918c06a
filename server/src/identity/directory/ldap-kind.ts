import { X509Certificate } from 'node:crypto';

import type { LdapConfig } from '@jadegate/contract/identity/ldap';

import { AppError } from '../../kernel/app-error.ts';
import { isFilter } from '../../protocols/ldap/ldap-directory.ts';
import type { SourceKindSpec } from '../identity-source/source.interface.ts';

/** Directories that speak LDAP: OpenLDAP, Active Directory, FreeIPA and others. */
export const LDAP_KIND: SourceKindSpec<LdapConfig> = {
  placeOf: ({ servers, security }) =>
    servers.map((server) => `${security === 'ldaps' ? 'ldaps' : 'ldap'}://${server}`).join(' '),
  isPlain: ({ security }) => security === 'plain',
  takesSecret: ({ bindDn }) => bindDn !== '',
  identifiesBy: ({ idAttribute }) => idAttribute.toLowerCase(),
  secretPlace: ({ servers, security, ca, bindDn }) => [servers, security, ca, bindDn],
  refuseUnusable: async ({ security, allowsPlain, ca, ...filters }) => {
    if (security === 'plain' && !allowsPlain) {
      throw new AppError('identity_source.plain_ldap', { fields: ['security'] });
    }
    if (ca !== '' && !isCertificate(ca)) {
      throw new AppError('identity_source.ca_unreadable', { fields: ['ca'] });
    }
    for (const name of ['peopleFilter', 'groupsFilter'] as const) {
      if (!isFilter(filters[name])) {
        throw new AppError('identity_source.filter_unreadable', { fields: [name] });
      }
    }
  },
};

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
