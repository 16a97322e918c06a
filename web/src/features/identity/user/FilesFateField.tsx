import { FILES_FATES, type FilesFate } from '@jadegate/contract/identity/user';
import { useQuery } from '@tanstack/react-query';
import { Flex, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { personName } from '../../../components/person-name.ts';
import { peopleQuery } from './user.queries.ts';

interface FilesFateFieldProps {
  fate: FilesFate;
  onFate: (fate: FilesFate) => void;
  /** Who gets them. */
  heir: string | undefined;
  onHeir: (id: string) => void;
  /** Those who are being deleted get nothing. */
  leaving: readonly string[];
  isAsked: boolean;
}

/** What becomes of the files of somebody who is deleted. */
export function FilesFateField({ fate, onFate, heir, onHeir, leaving, isAsked }: FilesFateFieldProps) {
  const { t } = useTranslation('user');
  const people = useQuery({ ...peopleQuery(), enabled: isAsked && fate === 'give' });
  return (
    <Flex vertical gap={8}>
      <div id="files-fate">{t('filesFate.label')}</div>
      <Radio.Group
        aria-labelledby="files-fate"
        value={fate}
        onChange={({ target }) => onFate(target.value as FilesFate)}
        options={FILES_FATES.map((value) => ({ value, label: t(`filesFate.${value}`) }))}
      />
      {fate === 'give' && (
        <Select
          aria-label={t('filesFate.heir')}
          placeholder={t('filesFate.heir')}
          showSearch={{ optionFilterProp: 'label' }}
          loading={people.isFetching}
          value={heir}
          onChange={onHeir}
          options={people.data
            ?.filter(({ id }) => !leaving.includes(id))
            .map(({ id, nickname, username }) => ({ value: id, label: personName(nickname, username) }))}
        />
      )}
    </Flex>
  );
}
