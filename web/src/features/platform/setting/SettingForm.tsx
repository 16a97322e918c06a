import {
  isSecretSetting,
  SETTINGS,
  SettingsInput,
  type SettingKey,
} from '@jadegate/contract/platform/setting';
import type { Settings } from '@jadegate/contract/platform/setting-endpoints';
import { App, Button, Card, Form, theme } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import type { FormSchema } from '../../../components/form/field-rules.ts';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { useLeaveGuard } from '../../../hooks/useLeaveGuard.ts';
import { RetentionLine } from './RetentionLine.tsx';
import { keysOf, SECTIONS, type SettingTab } from './setting-tabs.ts';
import { useUpdateSettings } from './setting.queries.ts';
import { isShortSetting, SettingField } from './SettingField.tsx';

import styles from './SettingForm.module.css';

interface SettingFormProps {
  tab: SettingTab;
  settings: Settings;
  onSaved: () => void;
  /** What stands inside the form besides the settings, such as the test of the mail settings. */
  children?: ReactNode;
}

/** Settings come as text; inputs want what they are. */
function valuesOf(keys: readonly SettingKey[], settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    keys.map((key) => [key, isSecretSetting(key) ? '' : SETTINGS[key].schema.parse(settings[key])]),
  );
}

function schemaOf(keys: readonly SettingKey[]): FormSchema {
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, SettingsInput.shape[key]])));
}

/** One tab: its settings, and one button that saves them all. */
export function SettingForm({ tab, settings, onSaved, children }: SettingFormProps) {
  const { t } = useTranslation(['setting', 'parts']);
  const { message, modal } = App.useApp();
  const { mutateAsync } = useUpdateSettings();
  const schema = useMemo(() => schemaOf(keysOf(tab)), [tab]);
  const state = useSchemaForm({
    schema,
    initial: valuesOf(keysOf(tab), settings),
    onSubmit: (data) => mutateAsync(data),
    onSaved: () => {
      void message.success(t('message.saved'));
      onSaved();
    },
  });
  useLeaveGuard(state.isChanged, (leave) => {
    modal.confirm({
      title: t('leave.title'),
      content: t('leave.help'),
      okText: t('leave.confirm'),
      okButtonProps: { danger: true },
      cancelText: t('leave.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: leave,
    });
  });
  const submit = (
    <Button type="primary" htmlType="submit" loading={state.isSaving}>
      {t('parts:action.save')}
    </Button>
  );
  return (
    <Card styles={{ body: { padding: 0 } }}>
      <SchemaForm schema={schema} state={state} footer={submit}>
        <Sections tab={tab} settings={settings} />
        {(tab === 'recording' || tab === 'log') && <RetentionLine settings={settings} />}
        {children}
      </SchemaForm>
    </Card>
  );
}

function Sections({ tab, settings }: { tab: SettingTab; settings: Settings }) {
  const { t } = useTranslation('setting');
  const { token } = theme.useToken();
  const isRecording = Form.useWatch<boolean | undefined>('enable-recording') ?? true;
  return SECTIONS[tab].map(({ title, keys }, index) => (
    <section key={title ?? tab}>
      {title !== undefined && <SectionTitle isFirst={index === 0}>{t(`section.${title}`)}</SectionTitle>}
      <div className={styles.fields} style={{ columnGap: token.marginLG }}>
        {keys.map((key) => (
          <div key={key} className={isShortSetting(key) ? undefined : styles.wide}>
            <SettingField
              name={key}
              isStored={settings['mail-password-stored'] === 'true'}
              // Nothing is recorded, so nothing about recordings matters.
              isDisabled={tab === 'recording' && key !== 'enable-recording' && !isRecording}
            />
          </div>
        ))}
      </div>
    </section>
  ));
}

export function SectionTitle({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <h2
      style={{
        margin: `${isFirst ? 0 : token.marginLG}px 0 ${token.margin}px`,
        fontSize: token.fontSizeLG,
        fontWeight: token.fontWeightStrong,
      }}
    >
      {children}
    </h2>
  );
}
