import {
  AimOutlined,
  AudioMutedOutlined,
  AudioOutlined,
  ControlOutlined,
  KeyOutlined,
} from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

import {
  COMBINATION_NAMES,
  COMBINATIONS,
  type Combination,
} from '../../../components/desktop/key-combinations.ts';
import type { TouchMode } from '../../../components/desktop/touch-mode.ts';
import { ToolButton } from '../session-frame/ToolButton.tsx';
import type { MicrophoneState } from './microphone.ts';

interface DesktopToolsProps {
  isConnected: boolean;
  /** Undefined where it may not be heard. */
  microphone: MicrophoneState | undefined;
  onTalk: (isOn: boolean) => void;
  touchMode: TouchMode;
  onTouchMode: (mode: TouchMode) => void;
  onPress: (keysyms: readonly number[]) => void;
  /** The keyboard of a phone comes up with the focus. */
  onKeyboard: () => void;
}

/** Fingers are the main way to point. */
const hasTouch = () => window.matchMedia('(pointer: coarse)').matches;

/** What only desktops have: keys that the browser keeps for itself, and what fingers need. */
export function DesktopTools({
  isConnected,
  microphone,
  onTalk,
  touchMode,
  onTouchMode,
  onPress,
  onKeyboard,
}: DesktopToolsProps) {
  const { t } = useTranslation('desktop');
  const { t: frame } = useTranslation('session-frame');
  const notConnected = isConnected ? undefined : frame('panel.notConnected');
  const isTalking = microphone === 'on';
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={!isConnected}
        menu={{
          items: Object.entries(COMBINATION_NAMES).map(([key, label]) => ({ key, label })),
          onClick: ({ key }) => onPress(COMBINATIONS[key as Combination]),
        }}
      >
        <Button
          type="text"
          icon={<ControlOutlined aria-hidden />}
          aria-label={t('action.combinations')}
          title={
            notConnected === undefined
              ? t('action.combinations')
              : frame('tool.refused', { label: t('action.combinations'), reason: notConnected })
          }
        />
      </Dropdown>
      {microphone !== undefined && (
        <ToolButton
          label={t(isTalking ? 'microphone.off' : 'microphone.on')}
          icon={isTalking ? <AudioOutlined aria-hidden /> : <AudioMutedOutlined aria-hidden />}
          isOn={isTalking}
          refusal={notConnected ?? (microphone === 'asking' ? t('microphone.asking') : undefined)}
          onClick={() => onTalk(!isTalking)}
        />
      )}
      {hasTouch() && (
        <>
          <ToolButton
            label={t('action.keyboard')}
            icon={<KeyOutlined aria-hidden />}
            refusal={notConnected}
            onClick={onKeyboard}
          />
          <ToolButton
            label={t('action.touchpad')}
            icon={<AimOutlined aria-hidden />}
            isOn={touchMode === 'touchpad'}
            onClick={() => onTouchMode(touchMode === 'touchpad' ? 'direct' : 'touchpad')}
          />
        </>
      )}
    </>
  );
}
