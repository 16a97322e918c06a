import {
  PEOPLE_KINDS,
  SECRETS_OF,
  SYSLOG_FORMATS,
  SYSLOG_TRANSPORTS,
  type DestinationKind,
  type DestinationSecret,
} from '@jadegate/contract/platform/events/destination-config';
import { useQuery } from '@tanstack/react-query';
import { Alert, Divider, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { WeekGrid } from '../../../components/week/WeekGrid.tsx';
import { secretsOf } from './destination-form.ts';
import { DestinationFilterFields } from './DestinationFilterFields.tsx';
import { eventOutboxQuery } from './event-destination.queries.ts';

const Field = FormField<string>;

interface DestinationFieldsProps {
  kind: DestinationKind;
  /** Secrets that are kept already. */
  stored: readonly DestinationSecret[];
  isNew: boolean;
}

export function DestinationFields({ kind, stored, isNew }: DestinationFieldsProps) {
  const { t } = useTranslation('event-destination');
  const isForPeople = PEOPLE_KINDS.includes(kind);
  return (
    <>
      {isNew && <Alert type="info" showIcon title={t(`kindLong.${kind}`)} style={{ marginBottom: 16 }} />}
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" placeholder={t(`kind.${kind}`)} />
      </Field>
      <PlaceFields kind={kind} stored={stored} />
      <Divider>{t('section.which')}</Divider>
      <DestinationFilterFields />
      <Divider>{t('section.how')}</Divider>
      {isForPeople && (
        <>
          <Field name="everyMinutes" label={t('field.everyMinutes')} help={t('help.everyMinutes')}>
            <InputNumber precision={0} suffix={t('unit.minutes')} style={{ width: 160 }} />
          </Field>
          <Field name="quiet" label={t('field.quiet')} help={t('help.quiet')}>
            <WeekGrid />
          </Field>
        </>
      )}
      <Field name="failClosedHours" label={t('field.failClosedHours')} help={t('help.failClosedHours')}>
        <InputNumber precision={0} suffix={t('unit.hours')} style={{ width: 160 }} />
      </Field>
      <FailClosedNotice />
      <Field name="enabled" label={t('field.enabled')} help={t('help.enabled')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

function FailClosedNotice() {
  const { t } = useTranslation('event-destination');
  const hours = Form.useWatch<number | null>('failClosedHours') ?? 0;
  return (
    hours > 0 && (
      <Alert type="warning" showIcon title={t('notice.failClosed', { hours })} style={{ marginBottom: 24 }} />
    )
  );
}

function PlaceFields({ kind, stored }: Pick<DestinationFieldsProps, 'kind' | 'stored'>) {
  const { t } = useTranslation('event-destination');
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  const hasAuthority = kind !== 'file' && kind !== 'mail' && kind !== 'telegram' && kind !== 'line';
  return (
    <>
      {kind === 'syslog' && <SyslogFields isKeyStored={stored.includes('key')} />}
      {kind === 'file' && <FileFields />}
      {kind === 'webhook' && (
        <Field name="url" label={t('field.url')} help={t('help.url')}>
          <Input {...plain} placeholder="https://siem.example/events" />
        </Field>
      )}
      {kind === 'mail' && (
        <Field name="to" label={t('field.mails')} help={t('help.mails')}>
          <Input {...plain} placeholder="ops@example.com, security@example.com" />
        </Field>
      )}
      {kind === 'telegram' && (
        <Field name="chatId" label={t('field.chatId')} help={t('help.chatId')}>
          <Input {...plain} placeholder="-1001234567890" />
        </Field>
      )}
      {kind === 'line' && (
        <Field name="to" label={t('field.lineTo')} help={t('help.lineTo')}>
          <Input {...plain} placeholder="C1234…" />
        </Field>
      )}
      <SecretFields kind={kind} stored={stored} />
      {kind === 'webhook' && (
        <Field name="batch" label={t('field.batch')} help={t('help.batch')}>
          <InputNumber precision={0} suffix={t('unit.events')} style={{ width: 160 }} />
        </Field>
      )}
      {hasAuthority && <AuthorityField isShown={kind !== 'syslog'} />}
    </>
  );
}

function FileFields() {
  const { t } = useTranslation('event-destination');
  const { data } = useQuery(eventOutboxQuery());
  return (
    <>
      <Field
        name="fileName"
        label={t('field.fileName')}
        help={t('help.fileName', { folder: data?.fileFolder ?? '…' })}
      >
        <Input autoComplete="off" spellCheck={false} placeholder="events.jsonl" />
      </Field>
      <Field name="maxMb" label={t('field.maxMb')} help={t('help.maxMb')}>
        <InputNumber precision={0} suffix="MB" style={{ width: 160 }} />
      </Field>
      <Field name="keep" label={t('field.keep')}>
        <InputNumber precision={0} suffix={t('unit.files')} style={{ width: 160 }} />
      </Field>
    </>
  );
}

/** Without TLS there is nothing to trust. */
function AuthorityField({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation('event-destination');
  const transport = Form.useWatch<string>('transport');
  return (
    (isShown || transport === 'tls') && (
      <Field name="ca" label={t('field.ca')} help={t('help.ca')}>
        <Input.TextArea spellCheck={false} rows={3} placeholder="-----BEGIN CERTIFICATE-----" />
      </Field>
    )
  );
}

function SecretFields({ kind, stored }: Pick<DestinationFieldsProps, 'kind' | 'stored'>) {
  const { t } = useTranslation('event-destination');
  return secretsOf(kind)
    .filter((secret) => secret !== 'key')
    .map((secret) => {
      const isStored = stored.includes(secret);
      const words =
        secret === 'token' && (kind === 'telegram' || kind === 'line') ? (`${kind}Token` as const) : secret;
      return (
        <Field
          key={secret}
          name={secret}
          label={t(`secret.${words}`)}
          help={t(`secretHelp.${words}`)}
          required={SECRETS_OF[kind][secret] === 'needed' && !isStored}
        >
          <SecretField stored={isStored} />
        </Field>
      );
    });
}

/** The numbers of RFC 5424 that people name by these. */
const FACILITIES = [
  [13, 'log audit'],
  [10, 'authpriv'],
  [4, 'auth'],
  [1, 'user'],
  ...Array.from({ length: 8 }, (_, at) => [16 + at, `local${at}`] as const),
] as const;

const USUAL_PORTS = { udp: 514, tcp: 601, tls: 6514 } as const;

function SyslogFields({ isKeyStored }: { isKeyStored: boolean }) {
  const { t } = useTranslation('event-destination');
  const form = Form.useFormInstance();
  const transport = Form.useWatch<string>('transport');
  return (
    <>
      <Field
        name="transport"
        label={t('field.transport')}
        help={t(`transport.${transport === 'udp' || transport === 'tcp' ? transport : 'tls'}`)}
      >
        <Segmented
          options={SYSLOG_TRANSPORTS.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(value) => form.setFieldValue('port', USUAL_PORTS[value])}
        />
      </Field>
      <Field name="host" label={t('field.host')}>
        <Input autoComplete="off" spellCheck={false} placeholder="siem.example" />
      </Field>
      <Field name="port" label={t('field.port')}>
        <InputNumber precision={0} style={{ width: 160 }} />
      </Field>
      <Field name="format" label={t('field.format')} help={t('help.format')}>
        <Segmented options={SYSLOG_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))} />
      </Field>
      <Field name="facility" label={t('field.facility')}>
        <Select
          style={{ width: 200 }}
          options={FACILITIES.map(([value, label]) => ({ value, label: `${label} (${value})` }))}
        />
      </Field>
      <Field name="appName" label={t('field.appName')}>
        <Input autoComplete="off" spellCheck={false} style={{ width: 200 }} />
      </Field>
      {transport === 'tls' && (
        <>
          <Field name="certificate" label={t('field.certificate')} help={t('help.certificate')}>
            <Input.TextArea spellCheck={false} rows={3} placeholder="-----BEGIN CERTIFICATE-----" />
          </Field>
          <KeyField isStored={isKeyStored} />
        </>
      )}
    </>
  );
}

function KeyField({ isStored }: { isStored: boolean }) {
  const { t } = useTranslation('event-destination');
  const certificate = Form.useWatch<string>('certificate') ?? '';
  return (
    certificate.trim() !== '' && (
      <Field name="key" label={t('secret.key')} help={t('secretHelp.key')}>
        <SecretField stored={isStored} multiline />
      </Field>
    )
  );
}
