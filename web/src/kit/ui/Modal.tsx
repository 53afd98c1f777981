import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './Button.tsx'
import { cx } from './class-names.ts'
import styles from './modal.module.css'

export interface ModalProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Beside the buttons, at the left. */
  footerNote?: ReactNode
  /** 560 px, 880 px or 440 px. */
  width?: 'normal' | 'wide' | 'narrow'
  /** A side task with much content, 480 px from the right. */
  as?: 'modal' | 'drawer'
  /** Only an alert may stand over a modal. */
  isAlert?: boolean
  icon?: ReactNode
  /** Without it there is no cross, and Esc and the scrim do nothing. */
  closable?: boolean
}

/**
 * A short task that belongs to the page behind. Focus stays inside and returns to the opener; Esc and the scrim close
 * only while nothing has been typed. Render it only while open.
 */
export function Modal({
  title,
  onClose,
  children,
  footer,
  footerNote,
  width = 'normal',
  as = 'modal',
  isAlert = false,
  icon,
  closable = true,
}: ModalProps) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const wasTyped = useRef(false)
  useLock(box)
  const leave = (): void => {
    if (closable && !wasTyped.current) onClose()
  }
  return createPortal(
    <div
      className={cx(styles.scrim, isAlert && styles.top, as === 'drawer' && styles.drawerScrim)}
      data-layer=""
      role="presentation"
      onPointerDown={(event) => event.target === event.currentTarget && leave()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') leave()
        if (event.key === 'Tab') keepInside(event, box.current)
      }}
    >
      <section
        ref={box}
        tabIndex={-1}
        data-focus="quiet"
        role={isAlert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={isAlert ? `${id}-body` : undefined}
        className={cx(
          styles.box,
          as === 'drawer' && styles.drawer,
          width === 'wide' && styles.wide,
          width === 'narrow' && styles.narrow,
        )}
        onInput={() => (wasTyped.current = true)}
      >
        <header className={styles.head}>
          {icon}
          <h2 id={`${id}-title`}>{title}</h2>
          {closable && <IconButton label="Close" icon={IconX} size="sm" onClick={onClose} tooltip={false} />}
        </header>
        <div className={styles.body} id={`${id}-body`}>
          {children}
        </div>
        {(footer || footerNote) && (
          <footer className={styles.foot}>
            {footerNote && <span className={styles.footStart}>{footerNote}</span>}
            {footer}
          </footer>
        )}
      </section>
    </div>,
    document.body,
  )
}

/** A side task with much content, from the right edge. */
export function Drawer(props: Omit<ModalProps, 'as' | 'width' | 'isAlert'>) {
  return <Modal {...props} as="drawer" />
}

const tabbable =
  'a[href], button:not([tabindex="-1"]), input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** Tab goes round inside the box. */
function keepInside(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>(tabbable) ?? [])].filter(
    (stop) => stop.offsetParent !== null,
  )
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const isLeaving = event.shiftKey ? at <= 0 : at === stops.length - 1
  if (!isLeaving) return
  event.preventDefault()
  stops[event.shiftKey ? stops.length - 1 : 0]?.focus()
}

/** Takes focus to the first field, keeps the page behind still and untouchable, and gives focus back at the end. */
function useLock(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement
    const root = document.getElementById('root')
    const former = { overflow: document.body.style.overflow, inert: root?.hasAttribute('inert') ?? false }
    const find = (selector: string): HTMLElement | null =>
      box.current?.querySelector<HTMLElement>(selector) ?? null
    const first =
      find('[data-autofocus]') ?? find('input:not([type=hidden]), select, textarea') ?? find('footer button')
    ;(first ?? box.current)?.focus({ preventScroll: true })
    document.body.style.overflow = 'hidden'
    root?.setAttribute('inert', '')
    return () => {
      document.body.style.overflow = former.overflow
      if (!former.inert) root?.removeAttribute('inert')
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [box])
}
