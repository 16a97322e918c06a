import {
  DEFAULT_FILE,
  SETTING_NAMES,
  Settings,
  type SettingHelp,
  type SettingName,
} from './settings-schema.ts';

/** Read from the environment only, and not by the schema. */
const BESIDE: Record<string, SettingHelp> = {
  JADEGATE_CONFIG: { description: 'the settings file', initially: `\`${DEFAULT_FILE}\`` },
  TZ: {
    description:
      'time zone of times without one, and of time windows, unless the setting `time-zone` names another',
    initially: 'the system’s',
    example: 'Asia/Taipei',
  },
};

export function helpOf(name: SettingName): SettingHelp {
  return Settings.shape[name].meta() as unknown as SettingHelp;
}

/** The table of docs/operations.md. */
export function settingsTable(): string {
  const all = [
    ...SETTING_NAMES.map((name): [string, SettingHelp] => [name, helpOf(name)]),
    ...Object.entries(BESIDE),
  ];
  const rows = all.map(
    ([name, { description, initially = '–', example }]) =>
      `| \`${name}\` | ${initially} | ${description}${example === undefined ? '' : `. Example: \`${example}\``} |`,
  );
  return ['| name | default | meaning |', '|---|---|---|', ...rows].join('\n');
}
