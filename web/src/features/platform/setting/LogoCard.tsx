import { LIMITS } from '@jadegate/contract/limits';
import { LOGO_TYPES } from '@jadegate/contract/platform/branding';
import { App, Button, Card, Flex, theme } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { BrandMark } from '../../../components/BrandMark.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { useBranding } from '../../../hooks/branding.ts';
import { useRemoveLogo, useSetLogo } from './setting.queries.ts';
import { SectionTitle } from './SettingForm.tsx';

const LIMIT_KB = LIMITS.logoBytes / 1024;

/** The logo is saved as soon as it is chosen: it is one thing, and there is nothing to fill in. */
export function LogoCard() {
  const { t } = useTranslation('setting');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const { logo } = useBranding();
  const picker = useRef<HTMLInputElement>(null);
  const set = useSetLogo();
  const remove = useRemoveLogo();

  const choose = async (file: File | undefined) => {
    if (file === undefined) {
      return;
    }
    if (!(LOGO_TYPES as readonly string[]).includes(file.type)) {
      void message.error(t('message.logoType'));
      return;
    }
    if (file.size > LIMITS.logoBytes) {
      void message.error(t('message.logoTooLarge', { limit: LIMIT_KB }));
      return;
    }
    set.mutate(toBase64(new Uint8Array(await file.arrayBuffer())), {
      onSuccess: () => void message.success(t('message.logoSaved')),
    });
  };
  const reset = async () => {
    await remove.mutateAsync(undefined);
    void message.success(t('message.logoReset'));
  };
  return (
    <Card>
      <SectionTitle isFirst>{t('section.logo')}</SectionTitle>
      <Flex align="center" gap={token.margin} wrap>
        <BrandMark size={64} label={t('field.logo')} />
        <Flex vertical gap={token.marginXS}>
          <Flex gap={token.marginXS}>
            <Button loading={set.isPending} onClick={() => picker.current?.click()}>
              {t('action.chooseLogo')}
            </Button>
            {logo !== '' && (
              <ConfirmButton
                title={t('confirm.resetLogoTitle')}
                consequence={t('confirm.resetLogo')}
                confirmLabel={t('action.resetLogo')}
                onConfirm={reset}
              >
                {t('action.resetLogo')}
              </ConfirmButton>
            )}
          </Flex>
          <span style={{ color: token.colorTextSecondary }}>{t('help.logo', { limit: LIMIT_KB })}</span>
        </Flex>
      </Flex>
      <input
        ref={picker}
        type="file"
        accept={LOGO_TYPES.join(',')}
        aria-label={t('action.chooseLogo')}
        style={{ display: 'none' }}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </Card>
  );
}

/** In pieces: a spread of the whole picture would be too many arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
