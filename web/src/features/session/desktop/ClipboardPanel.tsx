import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import { Alert, Button, Flex, Input, Select, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useClipboardRules } from '../../../components/terminal/useClipboardRules.tsx';
import { InputWay, lostCharacters } from './text-reach.ts';

interface ClipboardPanelProps {
  mayCopy: boolean;
  mayPaste: boolean;
  /** What was copied on the desktop last. */
  copied: string;
  protocol: Protocol | undefined;
  /** How text that no keyboard has is written there. */
  inputWay: InputWay;
  onInputWay: (way: InputWay) => void;
  /** Gives the desktop a text to be pasted there; answers whether it has it. */
  onSend: (text: string) => boolean;
  /** Types it, for desktops that do not take what is pasted. */
  onType: (text: string) => void;
}

/** Fixed: a field that grows is measured with styles that the page does not allow. */
const ROWS = 8;
/** guacd cuts off what is longer, up to 1.5. */
const LONG_BYTES = 256 * 1024;

/** What goes between the clipboard of the desktop and the person, in sight, also where the browser keeps its own shut. */
export function ClipboardPanel(props: ClipboardPanelProps) {
  const { mayCopy, mayPaste, copied, protocol, inputWay, onInputWay, onSend, onType } = props;
  const { t } = useTranslation('desktop');
  const { t: words } = useTranslation('terminal');
  const { copy } = useClipboardRules();
  const [text, setText] = useState('');
  const [told, setTold] = useState<'sent' | 'unsent' | 'unread'>();
  // `clipboard` is missing outside secure contexts, and reading it in some browsers, whatever the DOM types say.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined;
  const read = async () => {
    try {
      setText((await clipboard?.readText?.()) ?? '');
      setTold(undefined);
    } catch {
      setTold('unread');
    }
  };
  const lost = lostCharacters(protocol, text);
  const isLong = new TextEncoder().encode(text).length > LONG_BYTES;
  return (
    <Flex vertical gap={24}>
      <Flex vertical gap={8}>
        <Typography.Text strong>{t('clipboard.out')}</Typography.Text>
        {mayCopy ? (
          <>
            <Input.TextArea
              readOnly
              aria-label={t('clipboard.out')}
              rows={ROWS}
              value={copied}
              placeholder={t('clipboard.nothing')}
            />
            <Button disabled={copied === ''} onClick={() => void copy(copied)}>
              {t('clipboard.copy')}
            </Button>
            {protocol === 'vnc' && (
              <Typography.Text type="secondary">{t('clipboard.outVnc')}</Typography.Text>
            )}
          </>
        ) : (
          <Alert type="warning" showIcon title={words('clipboard.copyRefused')} />
        )}
      </Flex>
      <Flex vertical gap={8}>
        <Typography.Text strong>{t('clipboard.in')}</Typography.Text>
        {mayPaste ? (
          <>
            <Input.TextArea
              aria-label={t('clipboard.in')}
              rows={ROWS}
              value={text}
              placeholder={t('clipboard.hint')}
              onChange={(event) => {
                setText(event.target.value);
                setTold(undefined);
              }}
            />
            <Flex wrap gap={8}>
              <Button
                type={lost.length === 0 ? 'primary' : 'default'}
                disabled={text === ''}
                onClick={() => setTold(onSend(text) ? 'sent' : 'unsent')}
              >
                {t('clipboard.send')}
              </Button>
              {clipboard?.readText && <Button onClick={() => void read()}>{t('clipboard.read')}</Button>}
              <Button
                type={lost.length > 0 && protocol === 'vnc' ? 'primary' : 'default'}
                disabled={text === ''}
                onClick={() => onType(text)}
              >
                {t('clipboard.type')}
              </Button>
            </Flex>
            <Typography.Text type="secondary">{t('clipboard.typeHelp')}</Typography.Text>
            {lost.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={t('clipboard.lost', { characters: someOf(lost) })}
                description={t(protocol === 'vnc' ? 'clipboard.lostHelp.vnc' : 'clipboard.lostHelp.rdp')}
              />
            )}
            {isLong && <Alert type="info" showIcon title={t('clipboard.long')} />}
            <div role="status">
              {told && (
                <Alert
                  type={told === 'sent' ? 'success' : 'warning'}
                  showIcon
                  title={t(`clipboard.${told}`)}
                />
              )}
            </div>
          </>
        ) : (
          <Alert type="warning" showIcon title={words('clipboard.pasteRefused')} />
        )}
      </Flex>
      {protocol === 'rdp' && mayPaste && (
        <Flex vertical gap={8}>
          <Typography.Text strong id="desktop-input-way">
            {t('inputWay.title')}
          </Typography.Text>
          <Select
            aria-labelledby="desktop-input-way"
            value={inputWay}
            options={InputWay.options.map((value) => ({ value, label: t(`inputWay.${value}`) }))}
            onChange={onInputWay}
          />
          <Typography.Text type="secondary">{t('inputWay.help')}</Typography.Text>
        </Flex>
      )}
    </Flex>
  );
}

/** Enough to see which are meant. */
function someOf(characters: readonly string[]): string {
  return characters.slice(0, 8).join('') + (characters.length > 8 ? '…' : '');
}
