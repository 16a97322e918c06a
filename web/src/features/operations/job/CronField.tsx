import { CronText } from '@jadegate/contract/operations/job';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Form, Input, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { relativeTime } from '../../../components/relative-time.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { useNow } from '../../../hooks/useNow.ts';
import { cronQuery } from './job.queries.ts';

const PRESETS = [
  ['everyTenMinutes', '0 0/10 * * * ?'],
  ['hourly', '@hourly'],
  ['nightly', '0 0 3 * * ?'],
  ['weekly', '0 0 3 ? * sun'],
  ['monthly', '0 0 3 1 * ?'],
] as const;

/** When the job runs: written, chosen, and told in words before it is saved. */
export function CronField() {
  const { t } = useTranslation('job');
  const { token } = theme.useToken();
  const form = Form.useFormInstance();
  const cron = Form.useWatch<string | undefined>('cron', form) ?? '';
  const choose = (value: string) => {
    form.setFieldValue('cron', value);
    void form.validateFields(['cron']).catch(() => undefined); // The sentence is at the field.
  };
  return (
    <>
      <FormField name="cron" label={t('field.cron')} help={t('help.cron')}>
        <Input autoComplete="off" spellCheck={false} style={{ fontFamily: token.fontFamilyCode }} />
      </FormField>
      <Flex gap={8} wrap style={{ marginBottom: token.margin }}>
        {PRESETS.map(([name, value]) => (
          <Button
            key={name}
            size="small"
            type={cron === value ? 'primary' : 'default'}
            onClick={() => choose(value)}
          >
            {t(`preset.${name}`)}
          </Button>
        ))}
      </Flex>
      {CronText.safeParse(cron).success && <NextRuns cron={cron.trim()} />}
    </>
  );
}

function NextRuns({ cron }: { cron: string }) {
  const { t } = useTranslation('job');
  const { token } = theme.useToken();
  const language = useLanguage();
  const now = useNow();
  const { data } = useQuery(cronQuery(cron));
  if (data === undefined) {
    return null;
  }
  const format = new Intl.DateTimeFormat(language, {
    timeZone: data.zone,
    dateStyle: 'full',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  return (
    <div style={{ marginBottom: token.marginLG }}>
      <Typography.Text strong>{t('title.nextRuns', { zone: data.zone })}</Typography.Text>
      <ol style={{ margin: 0, paddingInlineStart: token.paddingLG }}>
        {data.times.map((time) => (
          <li key={time}>
            {t('status.nextRun', {
              time: format.format(new Date(time)),
              relative: relativeTime(Date.parse(time), now, language) ?? t('status.soon'),
            })}
          </li>
        ))}
      </ol>
    </div>
  );
}
