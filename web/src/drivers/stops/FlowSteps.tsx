import { IconCheck, IconCloudPause } from '../../kit/icons/icons.ts'
import type { ReactNode } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { usePress } from '../../kit/ui/buttons/use-press.ts'
import shared from '../driver.module.css'
import styles from './flow-steps.module.css'
import { useTexts } from '../texts/texts.ts'

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
  const { frame } = useTexts()
  return (
    <section className={cx(shared.step, isDone && styles.stepDone)}>
      <header className={styles.stepHead}>
        <span className={cx(styles.stepMark, isDone ? styles.stepTick : styles.stepNow)}>
          {isDone ? <Icon of={IconCheck} size={16} /> : number}
          {isDone && <span className="only-heard">{frame.isDone}</span>}
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
  label,
  onDone,
}: {
  missing: string | null
  /** 'Done' unless given. */
  label?: string
  /** Resolves once the action is recorded and the next page is displayed. */
  onDone: () => Promise<void>
}) {
  const t = useTexts()
  const press = usePress(onDone)
  return (
    <button
      type="button"
      className={cx(shared.big, missing === null ? shared.filled : styles.notYet)}
      aria-disabled={missing !== null}
      onClick={() => missing === null && press()}
    >
      {label ?? t.frame.done}
      {missing !== null && <span className={styles.notYetPart}>{missing}</span>}
    </button>
  )
}

/** The note below every flow that it works without signal. */
export function SavedFirst() {
  const t = useTexts()
  return (
    <p className={styles.saved}>
      <Icon of={IconCloudPause} />
      {t.frame.savedFirst}
    </p>
  )
}
