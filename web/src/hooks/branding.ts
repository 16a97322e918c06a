import { LIMITS } from '@jadegate/contract/limits';
import type { Branding } from '@jadegate/contract/platform/branding';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';

/** What `/branding` answered; empty until it did, or when it could not. The app provides it. */
export const BrandingContext = createContext<Partial<Branding>>({});

/** Name, copyright, description, contact, version and time zone, with the product's own name where nothing else is known. */
export function useBranding(): Branding {
  const { t } = useTranslation('app');
  const given = useContext(BrandingContext);
  return {
    name: t('brand.name'),
    copyright: '',
    description: '',
    contact: '',
    version: '',
    publicUrl: '',
    timeZone: '',
    logo: '',
    passwordMinLength: LIMITS.password.min,
    isDemo: false,
    ...given,
  };
}
