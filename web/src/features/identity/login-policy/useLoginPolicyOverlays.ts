import type { LoginPolicyRow } from '@jadegate/contract/identity/login-policy';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface LoginPolicyOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  removal: Overlay<LoginPolicyRow[]>;
}

/** What can lie over the list of policies. */
export function useLoginPolicyOverlays(): LoginPolicyOverlays {
  return { form: useOverlay<string | undefined>(), removal: useOverlay<LoginPolicyRow[]>() };
}
