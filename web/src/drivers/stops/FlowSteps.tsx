import { IconCheck, IconCloudPause } from '../../kit/icons/icons.ts'
import type { ReactNode } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { usePress } from '../../kit/ui/buttons/use-press.ts'
import shared from '../driver.module.css'
import styles from './flow-steps.module.css'

/** One step in ending a stop: its number, or a tick when it is done, with its content below. */
export function Step({
  number,
  title,
  note,
  aside,
  isDone,
  children,
}: {
  number: number
  title: string
  note?: ReactNode
  /** Displayed at the right of the title. */
  aside?: ReactNode
  isDone: boolean
  children?: ReactNode
}) {
  return (
    <section className={cx(shared.step, isDone && styles.stepDone)}>
      <header className={styles.stepHead}>
        <span className={cx(styles.stepMark, isDone ? styles.stepTick : styles.stepNow)}>
          {isDone ? <Icon of={IconCheck} size={16} /> : number}
          {isDone && <span className="only-heard">done</span>}
        </span>
        <h2 className={cx(styles.stepHeading, styles.stepDoneHeading)}>{title}</h2>
        {aside && <span className={styles.stepAside}>{aside}</span>}
      </header>
      {note && <p className={styles.stepNote}>{note}</p>}
      {children}
    </section>
  )
}

/** The button that ends a stop. It displays what is missing until everything is complete. */
export function DoneButton({
  missing,
  label = 'Done',
  onDone,
}: {
  missing: string | null
  label?: string
  /** Resolves once the action is recorded and the next page is displayed. */
  onDone: () => Promise<void>
}) {
  const press = usePress(onDone)
  return (
    <button
      type="button"
      className={cx(shared.big, missing === null ? shared.filled : styles.notYet)}
      aria-disabled={missing !== null}
      onClick={() => missing === null && press()}
    >
      {label}
      {missing !== null && <span className={styles.notYetPart}>{missing}</span>}
    </button>
  )
}

/** The note below every flow that it works without signal. */
export function SavedFirst() {
  return (
    <p className={styles.saved}>
      <Icon of={IconCloudPause} />
      Saved on this phone first, sent when there is signal
    </p>
  )
}
