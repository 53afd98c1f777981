import { cx } from '../class-names.ts'
import styles from './steps.module.css'

/** The steps of a task in order, as a bar each; the current one is marked, those before it are filled. */
export function Steps({ of: names, at }: { of: readonly string[]; at: number }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          className={cx(styles.step, index <= at && styles.reached)}
          aria-current={index === at ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
