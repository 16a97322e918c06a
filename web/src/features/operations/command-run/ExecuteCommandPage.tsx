import { listParameters } from '@jadegate/contract/access/command-parameters';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, theme, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod';

import { CodeBox } from '../../../components/command/CodeBox.tsx';
import { CommandParametersDialog } from '../../../components/command/CommandParametersDialog.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { handOverBegin, MAX_BEGUN } from '../../../components/session/session-begin.ts';
import { TagList } from '../../../components/TagList.tsx';
import { savedCommandQuery } from './command-run.queries.ts';

const Assets = z
  .array(z.object({ id: z.string(), name: z.string() }))
  .min(1)
  .max(MAX_BEGUN);

const PREVIEW_HEIGHT = 320;

interface ExecuteCommandPageProps {
  title: string;
}

/**
 * A saved command in a terminal on each of some hosts, side by side. An address only proposes it: nothing is typed before
 * the person has seen what and where.
 */
export function ExecuteCommandPage({ title }: ExecuteCommandPageProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const label = useId();
  const [isAsking, setAsking] = useState(false);
  const assets = assetsOf(search.get('assets'));
  const commandId = search.get('commandId') ?? '';
  const { data, error, refetch, isFetching } = useQuery({
    ...savedCommandQuery(commandId),
    enabled: commandId !== '' && assets.length > 0,
  });
  const begin = (text: string) => {
    handOverBegin({ assets, text });
    void navigate('/term');
  };
  const body = () => {
    if (commandId === '' || assets.length === 0) {
      return (
        <EmptyState
          title={t('execute.nothing')}
          description={t('execute.nothingHelp', { max: MAX_BEGUN })}
          action={
            <Button type="primary" onClick={() => void navigate('/batch-command')}>
              {t('execute.choose')}
            </Button>
          }
        />
      );
    }
    if (!data) {
      return <LoadState {...{ error, isFetching, refetch }} />;
    }
    return (
      <Card title={data.name}>
        <Flex vertical gap={token.margin} align="flex-start">
          <Typography.Text>{t('execute.where', { count: assets.length })}</Typography.Text>
          <TagList tags={assets.map(({ name }) => name)} max={12} />
          <Typography.Text id={label}>{t('execute.what')}</Typography.Text>
          <div style={{ width: '100%' }}>
            <CodeBox labelledBy={label} maxHeight={PREVIEW_HEIGHT}>
              {data.content}
            </CodeBox>
          </div>
          <Button
            type="primary"
            onClick={() => (listParameters(data.content).length > 0 ? setAsking(true) : begin(data.content))}
          >
            {t('execute.begin')}
          </Button>
        </Flex>
      </Card>
    );
  };
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={title} description={t('execute.description')} />
      {body()}
      <CommandParametersDialog
        open={isAsking}
        command={data}
        useLabel={t('execute.begin')}
        onUse={begin}
        onClose={() => setAsking(false)}
      />
    </Flex>
  );
}

function assetsOf(text: string | null): z.infer<typeof Assets> {
  try {
    return Assets.safeParse(JSON.parse(text ?? 'null')).data ?? [];
  } catch {
    return [];
  }
}
