import { Trans, useTranslation } from 'react-i18next';

import { TimeText } from '../../../components/TimeText.tsx';

/** When a share ends, in the order of words of each language. */
export function ExpiresText({ value }: { value: string }) {
  const { t } = useTranslation('session-share');
  return <Trans t={t} i18nKey="label.expires" components={{ time: <TimeText value={value} /> }} />;
}
