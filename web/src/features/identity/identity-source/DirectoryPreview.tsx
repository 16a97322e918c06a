import { PREVIEWED_PEOPLE } from '@jadegate/contract/identity/directory';
import { check } from '@jadegate/contract/validation';
import { Alert, Button, Flex, Form, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { usePreviewDirectory } from './directory.queries.ts';
import { DirectoryPeopleTable } from './DirectoryPeopleTable.tsx';
import { SOURCE_FORMS, toInput } from './source-form.ts';

/** The first people of the directory as the form stands, before anything is saved. */
export function DirectoryPreview({ id }: { id: string | undefined }) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const language = useLanguage();
  const form = Form.useFormInstance();
  const { mutate, data, error, isPending, reset } = usePreviewDirectory();
  const [incomplete, setIncomplete] = useState<string>();
  const look = () => {
    const checked = check(SOURCE_FORMS.ldap, form.getFieldsValue(), language);
    setIncomplete(checked.data ? undefined : checked.fields?.[0]?.message);
    reset();
    if (checked.data) {
      mutate({ id: id ?? '', source: toInput('ldap', checked.data) });
    }
  };
  const problem = incomplete ?? (error === null ? undefined : readFailure(error).message);
  return (
    <Flex vertical gap={token.marginSM} style={{ marginBottom: token.margin }}>
      <Flex align="center" gap={token.marginSM} wrap>
        <Button loading={isPending} onClick={look}>
          {t('action.preview')}
        </Button>
        <span style={{ color: token.colorTextSecondary }}>
          {t('help.preview', { count: PREVIEWED_PEOPLE })}
        </span>
      </Flex>
      {problem !== undefined && <Alert type="error" showIcon title={problem} role="alert" />}
      {data !== undefined && data.people.length === 0 && (
        <Alert type="warning" showIcon title={t('directory.nobody')} />
      )}
      {data !== undefined && data.people.length > 0 && (
        <>
          <DirectoryPeopleTable people={data.people} />
          {data.isCut && <div style={{ color: token.colorTextSecondary }}>{t('directory.more')}</div>}
        </>
      )}
    </Flex>
  );
}
