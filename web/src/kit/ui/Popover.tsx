import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './class-names.ts'
import styles from './floating.module.css'
import { usePlacement, type Placement } from './placement.ts'

export interface PopoverProps extends Placement {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  /** Accessible name when the content is a group of controls. */
  label?: string
  role?: string
  id?: string
  className?: string
  /** Whether focus moves in on opening and back to the anchor on closing; a list under an input keeps it outside. */
  takesFocus?: boolean
  children: ReactNode
}

/** A box beside its anchor; closes on Esc, on a press outside and when focus leaves. Render it only while open. */
export function Popover({
  anchor,
  onClose,
  label,
  role = 'dialog',
  id,
  className,
  takesFocus = true,
  children,
  ...placement
}: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  usePlacement(true, anchor, box, placement)
  useEffect(() => {
    const opener = document.activeElement
    if (takesFocus) {
      const first = box.current?.querySelector<HTMLElement>(
        '[data-autofocus], input, button, a[href], [tabindex]:not([tabindex="-1"])',
      )
      ;(first ?? box.current)?.focus({ preventScroll: true })
    }
    const onPointer = (event: PointerEvent): void => {
      const target = event.target as Node
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) close.current()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close.current()
      if (takesFocus) anchor.current?.focus()
    }
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('keydown', onKey, true)
      const isLost = !document.activeElement || document.activeElement === document.body
      if (takesFocus && isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [anchor, takesFocus])
  return createPortal(
    <div
      ref={box}
      id={id}
      role={role}
      aria-label={label}
      tabIndex={-1}
      data-focus="quiet"
      data-layer=""
      className={cx(styles.popover, className)}
    >
      {children}
    </div>,
    home(anchor.current),
  )
}

/** Within the landmark or dialog that opened it, so that it belongs there for screen readers and for the Tab key. */
function home(anchor: HTMLElement | null): Element {
  return anchor?.closest('[role=dialog], [role=alertdialog], main, nav') ?? document.body
}
