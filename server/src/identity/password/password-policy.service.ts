import { isNameOf, isProductName, isSimplePassword } from '@jadegate/contract/identity/password-strength';

import { AppError } from '../../kernel/app-error.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';

interface Occasion {
  /** Whose password it will be. */
  username: string;
  /** The form field that the refusal belongs to. */
  field: string;
}

let breached: Promise<ReadonlySet<string>> | undefined;

/** Some 50,000 passwords that guessers try first, in lower case. Loaded when first asked for: half a megabyte. */
function breachedPasswords(): Promise<ReadonlySet<string>> {
  breached ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return breached;
}

/** What a password that somebody chooses must keep to: long, not known to guessers, no name, not too simple. */
export class PasswordPolicyService {
  readonly #settings: SettingService;

  constructor(settings: SettingService) {
    this.#settings = settings;
  }

  async refuseWeak(password: string, { username, field }: Occasion): Promise<void> {
    const fields = [field];
    const minLength = await this.#settings.get('password-min-length');
    if (password.length < minLength) {
      throw new AppError('password.too_short', { params: { min: minLength }, fields });
    }
    const lower = password.toLowerCase();
    if (isNameOf(password, username)) {
      throw new AppError('password.is_username', { fields });
    }
    if (isProductName(password) || isNameOf(password, await this.#settings.get('branding-name'))) {
      throw new AppError('password.is_product_name', { fields });
    }
    if (isSimplePassword(password)) {
      throw new AppError('password.too_simple', { fields });
    }
    const isChecked = await this.#settings.get('password-breached-check');
    if (isChecked && (await breachedPasswords()).has(lower)) {
      throw new AppError('password.breached', { fields });
    }
  }
}
