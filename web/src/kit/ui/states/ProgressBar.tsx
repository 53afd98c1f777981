import styles from './progress-bar.module.css'

/** How much of a longer action is done. */
export function ProgressBar({ label, done, of }: { label: string; done: number; of: number }) {
  return <progress className={styles.progress} value={done} max={Math.max(1, of)} aria-label={label} />
}
