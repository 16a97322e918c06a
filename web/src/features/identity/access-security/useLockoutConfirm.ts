import type { ErrorCode } from '@jadegate/contract/error';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ApiError } from '../../../api/api-error.ts';

const WARNINGS: readonly string[] = [
  'access_security.locks_out',
  'access_security.delete_locks_out',
] satisfies ErrorCode[];

/**
 * Runs a change, and once more with the flag when the server warns that it would shut the person's own address out
 * and they mean it. When they do not, the warning is what the change fails with.
 */
export function useLockoutConfirm(confirmLabel: string) {
  const { t } = useTranslation('access-security');
  const { modal } = App.useApp();

  return async (run: (confirmLockout: boolean) => Promise<unknown>): Promise<void> => {
    try {
      await run(false);
    } catch (error) {
      if (!(error instanceof ApiError) || !WARNINGS.includes(error.error)) {
        throw error;
      }
      const isMeant = await modal.confirm({
        title: t('confirm.lockout.title'),
        content: error.message,
        okText: confirmLabel,
        okButtonProps: { danger: true },
        cancelText: t('confirm.lockout.cancel'),
        focusable: { autoFocusButton: 'cancel' },
      });
      if (!isMeant) {
        throw error;
      }
      await run(true);
    }
  };
}
