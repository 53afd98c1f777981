import { useEffect, useRef, useState } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import { usePress } from '../../kit/ui/buttons/use-press.ts'
import styles from './hold-button.module.css'
import { useTexts } from '../texts/texts.ts'

/** For how many ms the button must be held. The animation of the style sheet takes the same time. */
const hold_ms = 1_000

/**
 * A button that acts after it was held for a second, so that it is never pressed by accident. With a keyboard or a
 * screen reader it is pressed twice instead.
 */
export function HoldButton({ label, onHeld }: { label: string; onHeld: () => Promise<void> }) {
  const { hints } = useTexts().alarm
  const [phase, setPhase] = useState<'idle' | 'held' | 'too-short' | 'once'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const act = usePress(async () => {
    setPhase('idle')
    await onHeld()
  })
  const start = (): void => {
    clearTimeout(timer.current)
    setPhase('held')
    timer.current = setTimeout(act, hold_ms)
  }
  const stop = (): void => {
    clearTimeout(timer.current)
    setPhase((now) => (now === 'held' ? 'too-short' : now))
  }
  return (
    <button
      type="button"
      className={cx(styles.hold, phase === 'held' && styles.held)}
      onPointerDown={start}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        // A press by finger or mouse has a number of clicks; one by keyboard or screen reader has none.
        if (detail > 0) return
        if (phase === 'once') act()
        else setPhase('once')
      }}
    >
      <span className={styles.holdLabel}>{label}</span>
      <span className={styles.holdHint} aria-live="polite">
        {hints[phase]}
      </span>
    </button>
  )
}
