import { EVENT_KINDS, EVENT_NAMES } from '@jadegate/contract/platform/events/event-catalogue';
import { EVENT_SEVERITIES, type EventGroup } from '@jadegate/contract/platform/events/event-kind';
import { EVENT_GROUPS, EVENT_SEVERITY_WORDS } from '@jadegate/contract/platform/events/event-kind.words';
import { useQuery } from '@tanstack/react-query';
import { Segmented, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import {
  assetChoicesQuery,
  groupChoicesQuery,
  peopleChoicesQuery,
  tagChoicesQuery,
} from './event-destination.queries.ts';

const Field = FormField<string>;

/** Which events a destination gets: every line that says something counts. */
export function DestinationFilterFields() {
  const { t } = useTranslation('event-destination');
  const language = useLanguage();
  return (
    <>
      <Field name="kinds" label={t('field.kinds')} help={t('help.kinds')}>
        <KindTree placeholder={t('placeholder.all')} />
      </Field>
      <Field name="severity" label={t('field.severity')} help={t('help.severity')}>
        <Segmented
          options={EVENT_SEVERITIES.map((value) => ({ value, label: EVENT_SEVERITY_WORDS[value][language] }))}
        />
      </Field>
      <PeopleFields />
      <PlacesFields />
    </>
  );
}

interface KindTreeProps {
  id?: string;
  placeholder: string;
  value?: string[];
  onChange?: (kinds: string[]) => void;
}

function KindTree({ id, placeholder, value, onChange }: KindTreeProps) {
  const language = useLanguage();
  const tree = useMemo(
    () =>
      (Object.keys(EVENT_GROUPS) as EventGroup[]).map((group) => ({
        value: group,
        title: EVENT_GROUPS[group][language],
        children: EVENT_NAMES.filter((name) => EVENT_KINDS[name].group === group).map((name) => ({
          value: name,
          title: `${EVENT_KINDS[name].title[language]} (${name})`,
        })),
      })),
    [language],
  );
  return (
    <TreeSelect<string[]>
      id={id}
      treeCheckable
      allowClear
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={placeholder}
      treeData={tree}
      maxTagCount={12}
      value={value}
      onChange={onChange}
      style={{ width: '100%' }}
      styles={{ popup: { root: { maxHeight: 400, overflow: 'auto' } } }}
    />
  );
}

function PeopleFields() {
  const { t } = useTranslation('event-destination');
  const people = useQuery(peopleChoicesQuery());
  const groups = useQuery(groupChoicesQuery());
  return (
    <>
      <Field name="users" label={t('field.users')} help={t('help.people')}>
        <ManySelect
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('placeholder.everybody')}
          loading={people.isPending}
          options={people.data?.map(({ id, nickname }) => ({ value: id, label: nickname }))}
        />
      </Field>
      <Field name="userGroups" label={t('field.userGroups')}>
        <ManySelect
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('placeholder.everybody')}
          loading={groups.isPending}
          options={groups.data?.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
    </>
  );
}

function PlacesFields() {
  const { t } = useTranslation('event-destination');
  const assets = useQuery(assetChoicesQuery());
  const tags = useQuery(tagChoicesQuery());
  return (
    <>
      <Field name="assets" label={t('field.assets')} help={t('help.assets')}>
        <ManySelect
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('placeholder.everywhere')}
          loading={assets.isPending}
          options={assets.data?.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="tags" label={t('field.tags')}>
        <ManySelect
          mode="tags"
          placeholder={t('placeholder.everywhere')}
          options={tags.data?.map((tag) => ({ value: tag }))}
        />
      </Field>
    </>
  );
}
