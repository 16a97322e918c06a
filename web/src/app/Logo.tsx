import { Link } from 'react-router';

import { BrandMark } from '../components/BrandMark.tsx';
import { useBranding } from '../hooks/branding.ts';

import styles from './Logo.module.css';

interface LogoProps {
  to: string;
  /** Without the name: 46 wide under a collapsed menu. With it, 140. */
  isMarkOnly?: boolean;
}

export function Logo({ to, isMarkOnly = false }: LogoProps) {
  const { name } = useBranding();
  return (
    <Link to={to} className={isMarkOnly ? styles.mark : styles.logo} aria-label={name}>
      <BrandMark size={isMarkOnly ? 46 : 34} />
      {!isMarkOnly && <span className={styles.name}>{name}</span>}
    </Link>
  );
}
