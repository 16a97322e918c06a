import { useContext, useState } from 'react';

import { BrandingContext } from '../hooks/branding.ts';

import styles from './BrandMark.module.css';

interface BrandMarkProps {
  size: number;
  /** Leave out where the name stands beside the mark. */
  label?: string;
}

/** The administrator's logo where there is one, otherwise the product's own mark. */
export function BrandMark({ size, label }: BrandMarkProps) {
  const { logo = '' } = useContext(BrandingContext);
  const [broken, setBroken] = useState('');
  if (logo === '' || logo === broken) {
    return <GateMark size={size} label={label} />;
  }
  return (
    <img
      className={styles.picture}
      src={`/branding/logo?v=${encodeURIComponent(logo)}`}
      alt={label ?? ''}
      width={size}
      height={size}
      onError={() => setBroken(logo)}
    />
  );
}

/** A gate tower with a disc of jade in its gateway. `public/favicon.svg` is the same drawing. */
function GateMark({ size, label }: BrandMarkProps) {
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 48 48" {...naming}>
      <rect className={styles.ground} width="48" height="48" rx="11" />
      <path
        className={styles.gate}
        d="M6.5 19.6c5.7-.9 9.3-3.7 11.3-8.6h12.4c2 4.9 5.6 7.7 11.3 8.6l-1.6 3.4H8.1zM11 26h26v12.5h-6.6v-4.6a6.4 6.4 0 0 0-12.8 0v4.6H11z"
      />
      <circle className={styles.jade} cx="24" cy="34.3" r="3" />
    </svg>
  );
}
