import { removeLogo, setLogo } from '@jadegate/contract/platform/branding';
import type { SettingsInput } from '@jadegate/contract/platform/setting';
import {
  getGuacdHealth,
  getSettings,
  sendTestMail,
  updateSettings,
  type TestMailRequest,
} from '@jadegate/contract/platform/setting-endpoints';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

export function settingsQuery() {
  return queryOptions({
    queryKey: ['setting', 'all'],
    queryFn: ({ signal }) => call(getSettings, { signal }),
    meta: { errors: 'caller' },
  });
}

export function guacdQuery() {
  return queryOptions({
    queryKey: ['setting', 'guacd'],
    queryFn: ({ signal }) => call(getGuacdHealth, { signal }),
    meta: { errors: 'caller' },
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

/** Names and logo are shown everywhere, so they are asked for again too. */
const TOUCHED = ['setting', 'branding'];

/** In all of them: times that were read before are meant in a zone that may have changed. */
export function useUpdateSettings() {
  return useChange('everything', (body: SettingsInput) => call(updateSettings, { body }));
}

export function useSetLogo() {
  return useChange(TOUCHED, (content: string) => call(setLogo, { body: { content } }), { errors: 'toast' });
}

export function useRemoveLogo() {
  return useChange(TOUCHED, () => call(removeLogo), { errors: 'toast' });
}

/** May carry the password that was typed, so nothing of it stays in the cache. */
export function useSendTestMail() {
  return useMutation({
    mutationFn: (body: TestMailRequest) => call(sendTestMail, { body }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}
