import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Popover, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { isShown, type ColumnChoice } from './list-column.ts';

interface ChoosableColumn {
  key: string;
  title: string;
  always?: boolean;
  offByDefault?: boolean;
}

interface ColumnChooserProps {
  columns: readonly ChoosableColumn[];
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

/** Which columns the table shows. */
export function ColumnChooser({ columns, choice, onChoose }: ColumnChooserProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const offered = columns.filter(({ always }) => always !== true);
  const shown = offered.filter((column) => isShown(column, choice)).map(({ key }) => key);

  const choose = (keys: readonly string[]) => {
    const next = offered.map(({ key }) => [key, { ...choice[key], show: keys.includes(key) }] as const);
    onChoose({ ...choice, ...Object.fromEntries(next) });
  };

  const content = (
    <Flex vertical gap={token.marginXS}>
      <Checkbox.Group value={shown} onChange={choose}>
        <Flex vertical gap={token.marginXXS}>
          {offered.map(({ key, title }) => (
            <Checkbox key={key} value={key}>
              {title}
            </Checkbox>
          ))}
        </Flex>
      </Checkbox.Group>
      <Button
        type="link"
        size="small"
        style={{ alignSelf: 'flex-start', padding: 0 }}
        onClick={() => onChoose({})}
      >
        {t('list.columnsReset')}
      </Button>
    </Flex>
  );

  return (
    <Popover trigger="click" placement="bottomRight" title={t('list.columns')} content={content}>
      <Button icon={<SettingOutlined aria-hidden />} aria-label={t('list.columns')} />
    </Popover>
  );
}
