import { cloneElement, useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'
import { usePlacement, type Placement } from './placement.ts'
import { homeOf, useTopLayer } from './top-layer.ts'

/** Hover time in ms before a tooltip appears; on focus it appears at once. */
const patience_ms = 400

/**
 * Explains its only child on hover and focus. Set `silent` when the text is already the accessible name of the child.
 * Never put information only here that is needed to finish a task.
 */
export function Tooltip({
  text,
  children,
  silent = false,
  side = 'bottom',
}: {
  text: string
  children: ReactElement<{ 'aria-describedby'?: string }>
  silent?: boolean
  side?: Placement['side'] & string
}) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLElement | null>(null)
  useTopLayer(isOpen, box, target)
  usePlacement(isOpen, target, box, { side, align: 'center' })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return undefined
    // On the document, because a tooltip that the pointer opened belongs to an element without the focus.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [isOpen])
  const open = (after: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      target.current = anchor.current?.firstElementChild as HTMLElement | null
      setOpen(true)
    }, after)
  }
  const close = (): void => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  return (
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === 'mouse' && open(patience_ms)}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && open(0)}
      onBlur={close}
      // Also before it is displayed.
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {silent ? children : cloneElement(children, { 'aria-describedby': id })}
      {!silent && (
        <span id={id} className="only-heard">
          {text}
        </span>
      )}
      {isOpen &&
        createPortal(
          <div ref={box} popover="manual" className={styles.tooltip} aria-hidden="true">
            {text}
          </div>,
          homeOf(anchor.current),
        )}
    </span>
  )
}
