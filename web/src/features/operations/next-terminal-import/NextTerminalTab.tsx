import type { NextTerminalImport } from '@jadegate/contract/operations/next-terminal-import';
import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Grid, Steps, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { LoadState } from '../../../components/LoadState.tsx';
import { ManualLink } from '../../../components/ManualLink.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportReview } from './ImportReview.tsx';
import { ImportRunning } from './ImportRunning.tsx';
import { KeyForm } from './KeyForm.tsx';
import { importQuery } from './next-terminal-import.queries.ts';
import { PlaceForm, type ChosenPlace } from './PlaceForm.tsx';
import { SendAgain } from './SendAgain.tsx';

const STEPS = ['where', 'key', 'look', 'done'] as const;
const [WHERE, KEY, LOOK, DONE] = [0, 1, 2, 3] as const;

/** Where somebody who comes back finds it: it goes on without them. */
function stepOf({ state, step }: NextTerminalImport, isEditing: boolean): number {
  if (state === 'file') {
    return WHERE;
  }
  if (step === 'bring') {
    return DONE;
  }
  return isEditing || state === 'stopped' || state === 'failed' ? KEY : LOOK;
}

/** Moving in from Next Terminal, in four steps: where it is, its key, what will happen, done. */
export function NextTerminalTab() {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const { md: isWide = true } = Grid.useBreakpoint();
  const [chosen, setChosen] = useState<ChosenPlace>();
  const [isChoosing, setIsChoosing] = useState(true);
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(importQuery());
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} rows={8} />;
  }
  const { folder, current } = data;
  if (current !== null && !isChoosing) {
    // Whoever gives it up corrects where it is, and finds what they typed.
    setIsChoosing(true);
  }
  const active = current ? stepOf(current, isEditing) : isChoosing ? WHERE : KEY;

  const content = () => {
    if (current === null) {
      return chosen === undefined || isChoosing ? (
        <PlaceForm
          folder={folder}
          chosen={chosen}
          onChosen={(place) => {
            setChosen(place);
            setIsChoosing(false);
          }}
        />
      ) : (
        <KeyForm folder={folder} place={chosen} onBack={() => setIsChoosing(true)} />
      );
    }
    if (current.state === 'file') {
      return <SendAgain file={chosen?.file} />;
    }
    if (current.state === 'looking' || current.state === 'bringing') {
      return <ImportRunning current={current} />;
    }
    if (active === KEY) {
      return (
        <KeyForm folder={folder} current={current} onBack={undefined} onLooking={() => setIsEditing(false)} />
      );
    }
    return active === LOOK ? (
      <ImportReview current={current} onEdit={() => setIsEditing(true)} />
    ) : (
      <ImportDone current={current} />
    );
  };

  return (
    <Flex vertical gap={token.margin} style={{ maxWidth: 960 }}>
      <Flex vertical gap={token.marginXXS}>
        <Typography.Text>{t('intro')}</Typography.Text>
        <ManualLink chapter="move-in" />
      </Flex>
      <Steps
        size="small"
        current={active}
        status={current?.state === 'failed' ? 'error' : current?.state === 'brought' ? 'finish' : 'process'}
        orientation={isWide ? 'horizontal' : 'vertical'}
        items={STEPS.map((step) => ({ title: t(`step.${step}`) }))}
      />
      <Card title={t(`step.${STEPS[active] ?? 'where'}`)}>{content()}</Card>
    </Flex>
  );
}
