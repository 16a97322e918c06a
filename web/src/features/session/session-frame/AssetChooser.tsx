import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import type { OwnSession } from '@jadegate/contract/session/own-session';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ChoiceList } from '../../../components/ChoiceList.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { ProtocolTag } from '../../../components/ProtocolTag.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useDebouncedCallback } from '../../../hooks/useDebouncedCallback.ts';
import { OwnSessions } from './OwnSessions.tsx';
import { openableAssetsQuery, type OpenableAsset } from './session-frame.queries.ts';
import type { Place } from './session-layout.ts';

interface AssetChooserProps {
  open: boolean;
  protocols: readonly Protocol[];
  /** There is something to stand beside. */
  canSplit: boolean;
  /** Sessions that this window has already. */
  here: readonly string[];
  onChoose: (asset: OpenableAsset, place: Place) => void;
  /** Goes on here with a session that is open elsewhere. */
  onTakeOver: (session: OwnSession, place: Place) => void;
  onClose: () => void;
  afterClose: () => void;
}

const PLACES: readonly Place[] = ['tab', 'right', 'down'];
const SEARCH_MS = 300;

/** Finds the next machine to open, and where. */
export function AssetChooser(props: AssetChooserProps) {
  const { open, protocols, canSplit, here, onChoose, onTakeOver, onClose, afterClose } = props;
  const { t } = useTranslation('session-frame');
  const [chosen, setPlace] = useState<Place>('tab');
  const place = canSplit ? chosen : 'tab';
  return (
    <Modal
      open={open}
      title={t('chooser.title')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
      afterClose={afterClose}
    >
      {canSplit && (
        <Segmented<Place>
          block
          aria-label={t('chooser.place')}
          value={place}
          options={PLACES.map((value) => ({ value, label: t(`place.${value}`) }))}
          onChange={setPlace}
          style={{ marginBottom: 12 }}
        />
      )}
      <Choices protocols={protocols} onChoose={(asset) => onChoose(asset, place)} />
      <OwnSessions protocols={protocols} here={here} onChoose={(session) => onTakeOver(session, place)} />
    </Modal>
  );
}

interface ChoicesProps extends Pick<AssetChooserProps, 'protocols'> {
  onChoose: (asset: OpenableAsset) => void;
}

function Choices({ protocols, onChoose }: ChoicesProps) {
  const { t } = useTranslation('session-frame');
  const can = useCan();
  const [name, setName] = useState('');
  const search = useDebouncedCallback(setName, SEARCH_MS);
  const scope = can('asset-access') && can('asset') ? 'all' : 'own';
  const { data, error, refetch, isFetching } = useQuery(openableAssetsQuery(protocols, scope, name));
  return (
    <>
      <Input.Search
        autoFocus
        allowClear
        placeholder={t('chooser.search')}
        aria-label={t('chooser.search')}
        onChange={(event) => search.call(event.target.value)}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton loading={!data} active title={false}>
          <ChoiceList
            label={t('chooser.title')}
            empty={t('chooser.none')}
            items={(data ?? []).map((asset) => ({
              key: asset.id,
              title: asset.name,
              text: asset.usableNow ? asset.description : t('chooser.closed'),
              extra: <ProtocolTag protocol={asset.protocol} />,
              disabled: !asset.usableNow,
              onChoose: () => onChoose(asset),
            }))}
          />
        </Skeleton>
      )}
    </>
  );
}
