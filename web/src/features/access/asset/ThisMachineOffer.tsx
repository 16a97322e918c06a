import { LaptopOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../../hooks/account.ts';
import { thisMachineQuery } from './asset.queries.ts';

/** Where there is no asset yet: what an asset is, and the server's own machine as the first, where SSH answers on it. */
export function ThisMachineOffer({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('asset');
  const { data } = useQuery({ ...thisMachineQuery(), enabled: useCan()('asset-add') });
  return (
    <>
      {t('empty.help')}
      {data?.isThere && (
        <div>
          <Button type="link" icon={<LaptopOutlined aria-hidden />} onClick={onChoose}>
            {t('thisMachine.action')}
          </Button>
        </div>
      )}
    </>
  );
}
