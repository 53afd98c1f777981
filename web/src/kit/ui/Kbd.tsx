import styles from './small.module.css'

/** A key to press, as printed on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
