import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { fingerprintText } from '@jadegate/contract/session/evidence/bundle';
import { findingText } from '@jadegate/contract/session/evidence/report-text';
import { exportEvidence } from '@jadegate/contract/session/session-evidence';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { download } from '../../../api/download.ts';
import { Can } from '../../../components/Can.tsx';
import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { sessionEvidenceQuery, useCheckEvidence } from './evidence.queries.ts';
import { HoldPanel } from './HoldPanel.tsx';
import { VerdictTag } from './VerdictTag.tsx';

const WIDTH = 560;

interface SessionEvidenceDrawerProps {
  open: boolean;
  sessionId: string;
  name: string;
  onClose: () => void;
}

/** One past session: whether its recording is signed, whether it is held, and the file for outsiders. */
export function SessionEvidenceDrawer({ open, sessionId, name, onClose }: SessionEvidenceDrawerProps) {
  const { t } = useTranslation('evidence');
  const { token } = theme.useToken();
  return (
    <Drawer open={open} title={t('title.session', { name })} size={WIDTH} onClose={onClose} destroyOnHidden>
      <Flex vertical gap={token.marginLG}>
        <Signed id={sessionId} />
        <section>
          <h3 style={{ margin: `0 0 ${token.marginSM}px`, fontSize: token.fontSize }}>{t('tab.hold')}</h3>
          <HoldPanel kind="session" subjectId={sessionId} />
        </section>
      </Flex>
    </Drawer>
  );
}

function Signed({ id }: { id: string }) {
  const { t } = useTranslation('evidence');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery(sessionEvidenceQuery(id));
  const { mutateAsync: check, isPending } = useCheckEvidence();
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const handleCheck = async () => {
    await check(id);
    message.success(t('message.checked'));
  };
  const finding = data.finding && findingText(data.finding, language);
  return (
    <Flex vertical gap={token.margin}>
      <DescriptionList
        items={[
          {
            key: 'signed',
            label: t('field.signed'),
            wide: true,
            value: data.isSigned ? (
              <StatusTag tone="success">{t('signed.yes')}</StatusTag>
            ) : (
              <>
                <StatusTag>{t('signed.no')}</StatusTag>
                <div style={{ color: token.colorTextSecondary }}>{t('signed.noHelp')}</div>
              </>
            ),
          },
          ...(data.isSigned
            ? [
                {
                  key: 'key',
                  label: t('field.fingerprint'),
                  wide: true,
                  value: <Mono text={fingerprintText(data.key)} />,
                },
                {
                  key: 'verdict',
                  label: t('field.verdict'),
                  wide: true,
                  value: <VerdictTag verdict={data.verdict} />,
                },
                {
                  key: 'checked',
                  wide: true,
                  label: t('field.checked'),
                  value: data.checkedAt && <TimeText value={data.checkedAt} />,
                },
              ]
            : []),
          ...(finding ? [{ key: 'finding', label: t('field.finding'), wide: true, value: finding }] : []),
        ]}
      />
      <Flex gap={token.marginXS} wrap>
        <Can any={['offline-session-evidence']}>
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void download(exportEvidence, { params: { id } })}
          >
            {t('action.export')}
          </Button>
        </Can>
        {data.isSigned && (
          <Can any={['evidence-check']}>
            <Button
              icon={<SafetyCertificateOutlined aria-hidden />}
              loading={isPending}
              onClick={() => void handleCheck().catch(() => undefined)}
            >
              {t('action.check')}
            </Button>
          </Can>
        )}
      </Flex>
    </Flex>
  );
}
