import { cx } from '../class-names.ts'
import styles from './count.module.css'

/** A number in a pill, such as the number of waiting items; red if `urgent`. */
export function Count({ of: count, urgent = false, what }: { of: number; urgent?: boolean; what: string }) {
  return (
    <span className={cx(styles.count, urgent && styles.countRed)}>
      {count > 999 ? '999+' : count}
      <span className="only-heard"> {what}</span>
    </span>
  )
}
