import type { ComponentProps, RefObject } from 'react'
import { cx } from '../class-names.ts'
import { useScrollEdges } from './scroll-edges.ts'
import styles from './scroll-strip.module.css'

/** A row that scrolls sideways when it does not fit. It fades on the sides on which more of it is hidden. */
export function ScrollStrip({
  ref,
  className,
  ...rest
}: ComponentProps<'div'> & { ref: RefObject<HTMLDivElement | null> }) {
  useScrollEdges(ref)
  return <div {...rest} ref={ref} className={cx(styles.strip, className)} />
}
