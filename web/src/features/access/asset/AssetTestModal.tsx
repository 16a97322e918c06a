import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  LoadingOutlined,
} from '@ant-design/icons';
import type { AssetTest } from '@jadegate/contract/access/asset-reachability';
import { Button, Flex, Modal, Progress, theme } from 'antd';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { ConnectButton } from './ConnectButton.tsx';
import { useAssetTest, type Tested } from './useAssetTest.ts';

interface AssetTestModalProps extends OverlayProps<readonly Tested[]> {
  onEdit: (id: string) => void;
}

/** Tests one asset or many, shows how far it is, and keeps what it found until it is dismissed. */
export function AssetTestModal({ open, target: assets = [], onClose, onEdit }: AssetTestModalProps) {
  const { t } = useTranslation('asset');
  const [first] = assets;
  const [round, setRound] = useState(0);
  const title =
    assets.length === 1
      ? t('test.title', { name: first?.name ?? '' })
      : t('test.titleMany', { count: assets.length });
  return (
    <Modal open={open} title={title} width={560} footer={null} onCancel={onClose} destroyOnHidden>
      <TestBody key={round} {...{ assets, onClose, onEdit }} onAgain={() => setRound((count) => count + 1)} />
    </Modal>
  );
}

interface TestBodyProps extends Pick<AssetTestModalProps, 'onClose' | 'onEdit'> {
  assets: readonly Tested[];
  onAgain: () => void;
}

function TestBody({ assets, onClose, onEdit, onAgain }: TestBodyProps) {
  const { t } = useTranslation('asset');
  const { token } = theme.useToken();
  const { results, isRunning, stop } = useAssetTest(assets);
  const up = [...results.values()].filter(isUsable).length;
  const down = results.size - up;
  const only = assets.length === 1 ? assets[0] : undefined;
  return (
    <Flex vertical gap={token.margin}>
      {assets.length > 1 && (
        <div role="status">
          <Progress
            percent={Math.round((results.size / assets.length) * 100)}
            status={isRunning ? 'active' : down > 0 ? 'normal' : 'success'}
          />
          {t('test.progress', { done: results.size, count: assets.length, up, down })}
        </div>
      )}
      <Flex
        vertical
        component="ul"
        gap={token.marginXS}
        style={{ margin: 0, padding: 0, listStyle: 'none', maxHeight: 360, overflow: 'auto' }}
      >
        {failuresFirst(assets, results).map((asset) => (
          <ResultRow key={asset.id} name={asset.name} result={results.get(asset.id)} isRunning={isRunning} />
        ))}
      </Flex>
      <Flex justify="flex-end" gap={token.marginXS}>
        {isRunning && <Button onClick={stop}>{t('test.stop')}</Button>}
        <Button onClick={onClose}>{t('action.close')}</Button>
        {only !== undefined && !isRunning && (
          <NextSteps
            asset={only}
            isUp={up > 0}
            onConnected={onClose}
            onAgain={onAgain}
            onEdit={() => {
              onClose();
              onEdit(only.id);
            }}
          />
        )}
      </Flex>
    </Flex>
  );
}

interface NextStepsProps {
  asset: Tested;
  isUp: boolean;
  /** The machine opens in a window of its own: nothing is left to read here. */
  onConnected: () => void;
  onAgain: () => void;
  onEdit: () => void;
}

/** One asset was tested: one goes there, or puts right what is wrong. */
function NextSteps({ asset, isUp, onConnected, onAgain, onEdit }: NextStepsProps) {
  const { t } = useTranslation('asset');
  if (isUp) {
    return (
      <Can any={['asset-access']}>
        <ConnectButton asset={asset} onOpened={onConnected} />
      </Can>
    );
  }
  return (
    <>
      <Can any={['asset-edit']}>
        <Button onClick={onEdit}>{t('action.edit')}</Button>
      </Can>
      <Button type="primary" onClick={onAgain}>
        {t('test.again')}
      </Button>
    </>
  );
}

function failuresFirst(assets: readonly Tested[], results: ReadonlyMap<string, AssetTest>): Tested[] {
  const weight = ({ id }: Tested) => {
    const result = results.get(id);
    return result !== undefined && !isUsable(result) ? 0 : 1;
  };
  return assets.toSorted((one, other) => weight(one) - weight(other));
}

interface ResultRowProps {
  name: string;
  result: AssetTest | undefined;
  isRunning: boolean;
}

function ResultRow({ name, result, isRunning }: ResultRowProps) {
  const { t } = useTranslation('asset');
  const { token } = theme.useToken();
  return (
    <Flex component="li" gap={token.marginXS} align="flex-start">
      <ResultIcon result={result} isRunning={isRunning} />
      <div style={{ minWidth: 0, flex: 1 }}>
        <div style={{ overflowWrap: 'anywhere' }}>{name}</div>
        {result === undefined ? (
          <div style={{ color: token.colorTextSecondary }}>
            {isRunning ? t('test.running') : t('test.skipped')}
          </div>
        ) : (
          <Answers result={result} />
        )}
        {result !== undefined && result.advice !== '' && (
          <div style={{ overflowWrap: 'anywhere' }}>{result.advice}</div>
        )}
      </div>
    </Flex>
  );
}

/** Three questions, each with an answer of its own: a host that answers may still be another one, or let nobody in. */
function Answers({ result }: { result: AssetTest }) {
  const { t } = useTranslation('asset');
  const { token } = theme.useToken();
  const { active, message, latency, hostKey, login } = result;
  const answers = [
    ['reach', active ? t('test.up', { ms: latency ?? 0 }) : message],
    ['hostKey', t(`test.hostKey.${hostKey}`)],
    ['login', login.state === 'accepted' ? t('test.loginAccepted') : login.message],
  ] as const;
  return (
    <dl
      style={{
        margin: 0,
        display: 'grid',
        gridTemplateColumns: 'max-content 1fr',
        columnGap: token.marginXS,
      }}
    >
      {answers.map(
        ([question, answer]) =>
          answer !== '' && (
            <Fragment key={question}>
              <dt style={{ color: token.colorTextSecondary }}>{t(`test.question.${question}`)}</dt>
              <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>{answer}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function ResultIcon({ result, isRunning }: Omit<ResultRowProps, 'name'>) {
  const { token } = theme.useToken();
  const style = { marginTop: 4 };
  if (result === undefined) {
    return <LoadingOutlined aria-hidden spin={isRunning} style={style} />;
  }
  if (isUsable(result)) {
    return <CheckCircleOutlined aria-hidden style={{ ...style, color: token.colorSuccess }} />;
  }
  return result.active ? (
    <ExclamationCircleOutlined aria-hidden style={{ ...style, color: token.colorWarning }} />
  ) : (
    <CloseCircleOutlined aria-hidden style={{ ...style, color: token.colorError }} />
  );
}

/** Nothing that was tried says no. */
function isUsable({ active, login }: AssetTest): boolean {
  return active && login.state !== 'refused' && login.state !== 'failed';
}
