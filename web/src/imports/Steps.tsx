import styles from './steps.module.css'

/** Names of the import steps. */
export const import_steps = ['File', 'Columns', 'Check', 'Run'] as const

/** Step list at the top of an import. The current step is marked. */
export function Steps({ at }: { at: number }) {
  return (
    <ol className={styles.steps}>
      {import_steps.map((title, index) => (
        <li key={title} aria-current={index === at ? 'step' : undefined}>{`${index + 1}. ${title}`}</li>
      ))}
    </ol>
  )
}
