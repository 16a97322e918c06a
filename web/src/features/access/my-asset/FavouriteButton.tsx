import { StarFilled, StarOutlined } from '@ant-design/icons';
import type { WorkerAsset } from '@jadegate/contract/access/worker-asset';
import { Button, theme, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { useMarkFavourite } from './my-asset.queries.ts';

/** A star that is filled for favourites. */
export function FavouriteButton({ asset: { id, name, favourite } }: { asset: WorkerAsset }) {
  const { t } = useTranslation('my-asset');
  const { token } = theme.useToken();
  const mark = useMarkFavourite();
  const label = favourite ? t('action.unfavourite') : t('action.favourite');
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        aria-label={`${label} ${name}`}
        aria-pressed={favourite}
        icon={
          favourite ? (
            <StarFilled aria-hidden style={{ color: token.colorWarning }} />
          ) : (
            <StarOutlined aria-hidden style={{ color: token.colorTextTertiary }} />
          )
        }
        onClick={() => mark.mutate({ id, favourite: !favourite })}
      />
    </Tooltip>
  );
}
