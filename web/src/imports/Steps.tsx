import styles from './steps.module.css'

/** The steps of an import, by name. */
export const import_steps = ['File', 'Columns', 'Check', 'Run'] as const

/** The steps at the head of an import; the present one is marked. */
export function Steps({ at }: { at: number }) {
  return (
    <ol className={styles.steps}>
      {import_steps.map((title, index) => (
        <li key={title} aria-current={index === at ? 'step' : undefined}>{`${index + 1}. ${title}`}</li>
      ))}
    </ol>
  )
}
