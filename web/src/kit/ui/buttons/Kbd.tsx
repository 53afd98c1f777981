import { cx } from '../class-names.ts'
import styles from './kbd.module.css'

/** A keyboard key, labelled as on the keyboard. */
export function Kbd({ children, className }: { children: string; className?: string | undefined }) {
  return <kbd className={cx(styles.kbd, className)}>{children}</kbd>
}
