import { CodeOutlined } from '@ant-design/icons';
import type { WorkerAsset } from '@jadegate/contract/access/worker-asset';
import { Button, type ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

interface RunButtonProps extends Pick<ButtonProps, 'type' | 'size'> {
  assets: readonly WorkerAsset[];
  /** For those who hear rather than see the row. */
  name?: string;
}

/** Leads to where commands are run on these machines. Nothing for those that run none. */
export function RunButton({ assets, name, ...look }: RunButtonProps) {
  const { t } = useTranslation('my-asset');
  const navigate = useNavigate();
  const ids = assets.filter(({ protocol, usableNow }) => protocol === 'ssh' && usableNow).map(({ id }) => id);
  if (ids.length === 0) {
    return null;
  }
  return (
    <Button
      {...look}
      icon={<CodeOutlined aria-hidden />}
      aria-label={name === undefined ? t('action.run') : `${t('action.run')} ${name}`}
      onClick={() => void navigate(`/my-run?assets=${ids.map(encodeURIComponent).join(',')}`)}
    >
      {t('action.run')}
    </Button>
  );
}
