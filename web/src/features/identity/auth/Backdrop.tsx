import styles from './Backdrop.module.css';

/** A quiet landscape behind the login card: the pass, its gate tower and a disc of jade as the moon. */
export function Backdrop() {
  return (
    <svg className={styles.backdrop} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <path
        className={styles.moon}
        fillRule="evenodd"
        d="M690 118a104 104 0 1 0 0 208 104 104 0 0 0 0-208zm0 66a38 38 0 1 1 0 76 38 38 0 0 1 0-76z"
      />
      <path
        className={styles.far}
        d="M0 640c130-50 210-130 330-118 96 10 150 84 262 78 128-7 176-118 318-122 120-3 184 92 296 98 96 5 156-46 234-70v394H0z"
      />
      <g className={styles.tower}>
        <path d="M196 566c44-7 74-29 90-68h148c16 39 46 61 90 68l-12 25H208z" />
        <path d="M238 606h244v34H238z" />
        <path d="M216 656h288l22 170H412v-66a52 52 0 0 0-104 0v66H194z" />
      </g>
      <path
        className={styles.middle}
        d="M0 742c150-26 240-4 372 22 150 30 258 6 396-34 140-40 262-34 396-2 100 24 180 26 276 4v168H0z"
      />
      <path
        className={styles.near}
        d="M0 836c180-44 330-34 520-8 190 26 340 8 520-22 150-25 280-22 400 8v86H0z"
      />
    </svg>
  );
}
