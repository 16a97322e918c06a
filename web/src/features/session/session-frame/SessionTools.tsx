import {
  BorderHorizontalOutlined,
  BorderVerticleOutlined,
  DisconnectOutlined,
  FullscreenOutlined,
} from '@ant-design/icons';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { toggleFullScreen } from '../../../components/session/full-screen.ts';
import { ParticipantsChip } from '../../../components/session/ParticipantsChip.tsx';
import { WatchersChip } from '../../../components/session/WatchersChip.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { PanelTool } from './PanelTool.tsx';
import { MAX_PANES } from './session-layout.ts';
import { stateWord } from './session-state.ts';
import type { Tenant } from './tenant.ts';
import { ToolButton } from './ToolButton.tsx';
import type { SessionDesk } from './useSessionDesk.ts';

import styles from './SessionFrame.module.css';

interface SessionToolsProps {
  desk: SessionDesk;
  tenant: Tenant;
}

const TONES = {
  connecting: 'processing',
  asking: 'warning',
  connected: 'success',
  lost: 'warning',
  over: 'default',
} as const;

/** What can be done with the session that has the focus, and with the window. */
export function SessionTools({ desk, tenant }: SessionToolsProps) {
  const { t } = useTranslation('session-frame');
  const { pane, visible, focusSession } = desk;
  const state = pane && desk.stateOf(pane.id);
  const noSession = pane ? undefined : t('tool.noSession');
  const full = visible.length >= MAX_PANES ? t('tool.full', { count: MAX_PANES }) : undefined;
  return (
    <Flex className={styles.tools} data-part="tools" align="center" gap={2}>
      <span role="status" className={styles.state}>
        {state && <StatusTag tone={TONES[state.name]}>{t(`state.${stateWord(state)}`)}</StatusTag>}
      </span>
      {pane && visible.length === 1 && (
        <>
          <WatchersChip people={desk.watchersOf(pane.id)} />
          <ParticipantsChip people={desk.participantsOf(pane.id)} />
        </>
      )}
      {tenant.panels.map((panel) => (
        <PanelTool key={panel.id} desk={desk} panel={panel} />
      ))}
      {tenant.sessionTools}
      <ToolButton
        label={t('action.splitRight')}
        icon={<BorderHorizontalOutlined aria-hidden />}
        refusal={noSession ?? full}
        onClick={() => pane && desk.split(pane, 'right')}
      />
      <ToolButton
        label={t('action.splitDown')}
        icon={<BorderVerticleOutlined aria-hidden />}
        refusal={noSession ?? full}
        onClick={() => pane && desk.split(pane, 'down')}
      />
      {tenant.windowTools}
      <ToolButton
        label={t('action.fullScreen')}
        icon={<FullscreenOutlined aria-hidden />}
        onClick={() => {
          toggleFullScreen();
          focusSession();
        }}
      />
      <RefusableButton
        type="text"
        danger
        icon={<DisconnectOutlined aria-hidden />}
        aria-label={t('action.disconnect')}
        refusal={noSession ?? (state?.name === 'over' ? t('tool.over') : undefined)}
        onClick={() => pane && desk.handle(pane.id)?.end()}
      >
        <span className={styles.wide}>{t('action.disconnect')}</span>
      </RefusableButton>
    </Flex>
  );
}
