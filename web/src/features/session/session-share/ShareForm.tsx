import { LIMITS } from '@jadegate/contract/limits';
import {
  allowsAudience,
  SHARE_AUDIENCES,
  SHARE_MODES,
  type NewShare,
  type SharingPolicy,
} from '@jadegate/contract/session/session-share';
import { Alert, Button, Flex, Form, Radio, Segmented, Select, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { useCan } from '../../../hooks/account.ts';
import { useBranding } from '../../../hooks/branding.ts';
import { PeopleInput } from './PeopleInput.tsx';
import { useCreateShare, useUnknownNames } from './session-share.queries.ts';
import { shareLink } from './share-link.ts';

const MINUTES = [15, LIMITS.shareMinutes.default, 240, LIMITS.shareMinutes.max] as const;

interface ShareFormProps {
  sessionId: string;
  policy: SharingPolicy;
  mayWrite: boolean;
  onMade: (link: string) => void;
}

/** What a link opens, to whom, and for how long. Looking on for named people is where it starts. */
export function ShareForm({ sessionId, policy, mayWrite, onMade }: ShareFormProps) {
  const { t } = useTranslation('session-share');
  const { token } = theme.useToken();
  const { publicUrl } = useBranding();
  const create = useCreateShare(sessionId);
  const [share, setShare] = useState<NewShare>({
    mode: 'read',
    audience: 'named',
    usernames: [],
    minutes: LIMITS.shareMinutes.default,
  });
  const change = (part: Partial<NewShare>) => {
    setShare((before) => ({ ...before, ...part }));
    create.reset();
  };
  const isNamed = share.audience === 'named';
  const mayLookUp = useCan()('user');
  const unknown = useUnknownNames(share.usernames, mayLookUp);

  const submit = async () => {
    const made = await create.mutateAsync({ ...share, usernames: isNamed ? share.usernames : [] });
    onMade(shareLink(made.token, publicUrl || undefined));
    // Nothing but the link on the page remembers it.
    create.reset();
  };
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      style={{ marginTop: token.marginSM }}
      onFinish={() => void submit().catch(() => undefined)} // The failure is shown below.
    >
      <Form.Item label={t('field.mode')} extra={t(`help.mode.${share.mode}`)}>
        <Segmented
          aria-label={t('field.mode')}
          value={share.mode}
          options={SHARE_MODES.map((value) => ({
            value,
            label: t(`mode.${value}`),
            disabled: value === 'write' && !mayWrite,
          }))}
          onChange={(mode) => change({ mode })}
        />
      </Form.Item>
      <Form.Item
        label={t('field.audience')}
        extra={allowsAudience(policy, 'signed-in') ? undefined : t('help.audienceOff')}
      >
        <Radio.Group
          vertical
          value={share.audience}
          options={SHARE_AUDIENCES.map((value) => ({
            value,
            label: t(`audience.${value}`),
            disabled: !allowsAudience(policy, value),
          }))}
          onChange={({ target }) => change({ audience: target.value as NewShare['audience'] })}
        />
      </Form.Item>
      {isNamed && (
        <Form.Item
          label={t('field.usernames')}
          htmlFor="share-usernames"
          validateStatus={unknown.length > 0 ? 'warning' : ''}
          // In place of the other, so that nothing below moves.
          extra={
            unknown.length > 0 ? (
              <Typography.Text type="warning" role="status">
                {t('help.unknown', { names: unknown.join('、') })}
              </Typography.Text>
            ) : (
              t(mayLookUp ? 'help.usernamesKnown' : 'help.usernames')
            )
          }
        >
          <PeopleInput
            id="share-usernames"
            mayLookUp={mayLookUp}
            value={share.usernames}
            onChange={(usernames) => change({ usernames })}
          />
        </Form.Item>
      )}
      <Form.Item label={t('field.minutes')} htmlFor="share-minutes">
        <Select
          id="share-minutes"
          value={share.minutes}
          options={MINUTES.map((value) => ({ value, label: t(`minutes.n${value}`) }))}
          style={{ width: 200 }}
          onChange={(minutes) => change({ minutes })}
        />
      </Form.Item>
      {create.error && (
        <Form.Item>
          <Alert type="error" role="alert" showIcon title={readFailure(create.error).message} />
        </Form.Item>
      )}
      <Flex justify="flex-end">
        <Button
          type="primary"
          htmlType="submit"
          loading={create.isPending}
          disabled={isNamed && share.usernames.length === 0}
        >
          {t('action.create')}
        </Button>
      </Flex>
    </Form>
  );
}
