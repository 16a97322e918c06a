import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';

import { isAdmin, useAccount } from '../../../hooks/account.ts';

import plain from '../../../components/plain.module.css';

/** The ways out of an error page: back, one's machines, and for administrators the back office. */
export function ErrorActions() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  // The first page of a tab has nothing behind it.
  const isFirst = useLocation().key === 'default';
  const account = useAccount();
  return (
    <>
      <button
        type="button"
        className={plain.button}
        onClick={() => void (isFirst ? navigate('/') : navigate(-1))}
      >
        {t('errorPage.action.back')}
      </button>
      <Link className={plain.primary} to="/my-asset">
        {t('errorPage.action.myMachines')}
      </Link>
      {isAdmin(account) && (
        <Link className={plain.button} to="/dashboard">
          {t('errorPage.action.backOffice')}
        </Link>
      )}
    </>
  );
}
