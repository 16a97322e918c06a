import type { GpuState } from '@jadegate/contract/gpu-state';
import type { PciGpu } from '@jadegate/contract/host-facts';
import type { Node } from '@jadegate/contract/node';
import { useTranslation } from 'react-i18next';

import { Mono } from '../../components/Mono.tsx';
import { ShareText } from '../../components/ShareText.tsx';
import { SmallTable } from '../../components/SmallTable.tsx';
import { degrees, figure, shareOf, watts } from '../../format/figure.ts';
import { formatSize } from '../../format/size.ts';
import { isOld } from './node-words.ts';

/** A card on the bus, with what its driver tells of it. */
interface Card {
  bdf: string;
  onBus: PciGpu | undefined;
  state: GpuState | undefined;
}

/** Its cards, also those that no driver has. */
export function NodeGpusTab({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const cards = cardsOf(node);
  const old = isOld(node);
  return (
    <SmallTable<Card>
      rowKey="bdf"
      dataSource={cards}
      columns={[
        { key: 'bdf', title: t('field.bdf'), render: (_value, { bdf }) => <Mono text={bdf} /> },
        {
          key: 'model',
          title: t('field.model'),
          render: (_value, { state, onBus }) =>
            state?.model ?? [onBus?.vendorId, onBus?.deviceId].filter(Boolean).join(':'),
        },
        {
          key: 'driver',
          title: t('field.driver'),
          render: (_value, { state, onBus }) => state?.driver ?? onBus?.driver ?? t('hint.noDriver'),
        },
        {
          key: 'use',
          title: t('field.use'),
          render: (_value, { state }) => <ShareText percent={state?.utilPct ?? null} isOld={old} />,
        },
        {
          key: 'memory',
          title: t('field.memory'),
          render: (_value, { state }) => (
            <ShareText
              percent={shareOf(state?.memUsed, state?.memTotal)}
              detail={figure(state?.memTotal, formatSize)}
              isOld={old}
            />
          ),
        },
        {
          key: 'temperature',
          title: t('field.temperature'),
          render: (_value, { state }) => figure(state?.tempC, degrees),
        },
        {
          key: 'power',
          title: t('field.power'),
          render: (_value, { state }) => figure(state?.powerW, watts),
        },
      ]}
    />
  );
}

function cardsOf({ facts, gpus }: Node): Card[] {
  const onBus = facts?.pciGpus ?? [];
  const known = onBus.map((card) => ({
    bdf: card.bdf,
    onBus: card,
    state: gpus.find(({ bdf }) => bdf === card.bdf),
  }));
  const others = gpus.filter((state) => !onBus.some(({ bdf }) => bdf === state.bdf));
  return [...known, ...others.map((state) => ({ bdf: state.bdf ?? state.uuid, onBus: undefined, state }))];
}
