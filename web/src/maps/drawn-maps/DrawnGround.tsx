import type { ReactNode, SVGAttributes } from 'react'
import type { Frame } from './route-line.ts'
import { cx } from '../../kit/ui/class-names.ts'
import styles from '../shared.module.css'
import { south_africa } from './south-africa.ts'

/** The base of drawn maps: sea, neighbouring countries, South Africa and its provinces. `frame` is the visible part. */
export function DrawnGround({
  frame,
  label,
  children,
  style,
  ...rest
}: { frame: Frame; label: string; children: ReactNode } & SVGAttributes<SVGSVGElement>) {
  return (
    <svg
      className={styles.map}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label={label}
      style={{ strokeWidth: frame.size, ...style }}
      {...rest}
    >
      <rect className={styles.sea} x="-900" y="-900" width="2000" height="2000" />
      <path className={cx(styles.neighbour, styles.mapPath)} d={south_africa.neighbours} />
      <path className={cx(styles.land, styles.mapPath)} d={south_africa.country} />
      <path className={cx(styles.province, styles.mapPath)} d={south_africa.provinces} />
      <path className={cx(styles.enclave, styles.mapPath)} d={south_africa.enclaves} />
      {children}
    </svg>
  )
}
