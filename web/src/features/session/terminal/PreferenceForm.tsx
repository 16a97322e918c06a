import {
  BELLS,
  CURSOR_SHAPES,
  LINE_HEIGHTS,
  TERMINAL_FONTS,
  TERMINAL_SCHEMES,
  type TerminalPreferences,
  type TerminalScheme,
} from '@jadegate/contract/identity/terminal-preference';
import { Flex, Segmented, Select, Slider, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { SHOWN_SIZES, type TerminalLook } from './terminal-preferences.ts';
import { SCHEMES } from './terminal-schemes.ts';

import styles from './TerminalPage.module.css';

interface PreferenceFormProps {
  /** As it is shown now, whoever decided it. */
  look: TerminalLook;
  /** What the person chose. */
  value: TerminalPreferences;
  onChange: (value: TerminalPreferences) => void;
}

const SCROLLBACKS = [1000, 5000, 20_000, 50_000];

/** How terminals look and behave for this person, in whichever browser. */
export function PreferenceForm({ look, value, onChange }: PreferenceFormProps) {
  const { t } = useTranslation('terminal');
  const change = (part: TerminalPreferences) => onChange({ ...value, ...part });
  const id = useId();
  const flag = (name: 'cursorBlink' | 'copyOnSelect' | 'rightClickPaste') => (
    <Flex justify="space-between" align="center" gap={8}>
      <label htmlFor={id + name}>{t(`preference.${name}`)}</label>
      <Switch
        id={id + name}
        size="small"
        checked={look[name]}
        onChange={(checked) => change({ [name]: checked })}
      />
    </Flex>
  );
  return (
    <Flex vertical gap={10} className={styles.preferences}>
      <Row label={t('preference.scheme')} id={`${id}scheme`}>
        <Select
          id={`${id}scheme`}
          value={look.scheme}
          options={TERMINAL_SCHEMES.map((name) => ({
            value: name,
            label: <SchemeOption scheme={name}>{t(`scheme.${name}`)}</SchemeOption>,
          }))}
          onChange={(scheme) => change({ scheme })}
        />
      </Row>
      <Row label={t('preference.font')} id={`${id}font`}>
        <Select
          id={`${id}font`}
          value={look.font}
          options={TERMINAL_FONTS.map((name) => ({
            value: name,
            label: name === 'installation' ? t('preference.systemFont') : name,
          }))}
          onChange={(font) => change({ font })}
        />
      </Row>
      <Row label={t('preference.fontSize', { size: look.fontSize })} id={`${id}size`}>
        <Slider
          id={`${id}size`}
          {...SHOWN_SIZES}
          value={look.fontSize}
          onChange={(fontSize) => change({ fontSize })}
        />
      </Row>
      <Row label={t('preference.lineHeight', { height: look.lineHeight })} id={`${id}line`}>
        <Slider
          id={`${id}line`}
          {...LINE_HEIGHTS}
          step={0.1}
          value={look.lineHeight}
          onChange={(lineHeight) => change({ lineHeight })}
        />
      </Row>
      <Row label={t('preference.cursor')}>
        <Segmented
          block
          size="small"
          aria-label={t('preference.cursor')}
          value={look.cursor}
          options={CURSOR_SHAPES.map((name) => ({ value: name, label: t(`cursor.${name}`) }))}
          onChange={(cursor) => change({ cursor })}
        />
      </Row>
      <Row label={t('preference.bell')}>
        <Segmented
          block
          size="small"
          aria-label={t('preference.bell')}
          value={look.bell}
          options={BELLS.map((name) => ({ value: name, label: t(`bell.${name}`) }))}
          onChange={(bell) => change({ bell })}
        />
      </Row>
      <Row label={t('preference.scrollback')} id={`${id}scrollback`}>
        <Select
          id={`${id}scrollback`}
          value={look.scrollback}
          options={SCROLLBACKS.map((lines) => ({
            value: lines,
            label: t('preference.lines', { lines: lines.toLocaleString() }),
          }))}
          onChange={(scrollback) => change({ scrollback })}
        />
      </Row>
      {flag('cursorBlink')}
      {flag('copyOnSelect')}
      {flag('rightClickPaste')}
      <RefusableButton
        size="small"
        refusal={Object.keys(value).length === 0 ? t('preference.isDefault') : undefined}
        onClick={() => onChange({})}
      >
        {t('preference.reset')}
      </RefusableButton>
    </Flex>
  );
}

function Row({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  return (
    <div>
      {id === undefined ? <div>{label}</div> : <label htmlFor={id}>{label}</label>}
      <div className={styles.control}>{children}</div>
    </div>
  );
}

/** The name of a scheme in its own colours. */
function SchemeOption({ scheme, children }: { scheme: TerminalScheme; children: ReactNode }) {
  const { background, foreground, red, green, yellow, blue, magenta, cyan } = SCHEMES[scheme];
  return (
    <Flex
      align="center"
      justify="space-between"
      style={{ background, color: foreground, borderRadius: 4, padding: '2px 8px' }}
    >
      {children}
      <Flex gap={3} aria-hidden>
        {[red, green, yellow, blue, magenta, cyan].map((colour) => (
          <span key={colour} style={{ background: colour, borderRadius: 2, height: 10, width: 10 }} />
        ))}
      </Flex>
    </Flex>
  );
}
