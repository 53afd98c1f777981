import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { addLayer, isWithin, type OpenLayer } from '../../layers/open-layers.ts'
import { cx } from '../class-names.ts'
import styles from './popover.module.css'
import { useFocusRescue } from '../focus-rescue.ts'
import { usePlacement, type Placement } from './placement.ts'
import { homeOf, useTopLayer } from './top-layer.ts'

export interface PopoverProps extends Placement {
  anchor: RefObject<HTMLElement | null>
  onClose: (by: 'Esc' | 'leaving') => void
  /** Accessible name, for content that is a group of controls. */
  label?: string
  role?: string
  id?: string
  className?: string
  /**
   * Whether the focus moves in on opening and back to the anchor on closing; for a list below an input, the focus
   * stays in the input.
   */
  takesFocus?: boolean
  children: ReactNode
}

/**
 * A floating box next to its anchor. Closes on Esc, on a press outside and when the focus leaves. Render it only
 * while it is open.
 */
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
  useTopLayer(true, box, anchor)
  usePlacement(true, anchor, box, placement)
  const rescue = useFocusRescue(() => (takesFocus ? firstIn(box.current) : null))
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const opener = document.activeElement
    if (takesFocus) firstIn(element)?.focus({ preventScroll: true })
    const layer: OpenLayer = {
      element,
      isDialog: false,
      onEscape: () => {
        close.current('Esc')
        if (takesFocus) anchor.current?.focus()
      },
    }
    const isOutside = (target: EventTarget | null): boolean =>
      target instanceof Node && !isWithin(layer, target) && !anchor.current?.contains(target)
    const onPointer = (event: PointerEvent): void => {
      if (isOutside(event.target)) close.current('leaving')
    }
    // Check later, when a dialog that took the focus has been registered as a layer above this one.
    const onFocus = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        if (takesFocus && isOutside(target)) close.current('leaving')
      })
    const removeLayer = addLayer(layer)
    document.addEventListener('pointerdown', onPointer, true)
    document.addEventListener('focusin', onFocus)
    return () => {
      removeLayer()
      document.removeEventListener('pointerdown', onPointer, true)
      document.removeEventListener('focusin', onFocus)
      const isLost = !document.activeElement || document.activeElement === document.body
      if (takesFocus && isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [anchor, takesFocus])
  return createPortal(
    <div
      ref={box}
      id={id}
      popover="manual"
      role={role}
      aria-label={label}
      tabIndex={-1}
      data-focus="quiet"
      data-layer=""
      className={cx(styles.popover, className)}
      {...rescue}
    >
      {children}
    </div>,
    homeOf(anchor.current),
  )
}

/** Returns what has the focus first in a box: the element that asks for it, the first control, or the box. */
function firstIn(box: HTMLElement | null): HTMLElement | null {
  return (
    box?.querySelector<HTMLElement>('[data-autofocus]') ??
    box?.querySelector<HTMLElement>('input, button, a[href], [tabindex]:not([tabindex="-1"])') ??
    box
  )
}
