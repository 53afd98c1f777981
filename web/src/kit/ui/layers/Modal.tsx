import { IconX } from '../../icons/kit-icons.ts'
import { useEffect, useId, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { watchSendings } from '../../api/sendings.ts'
import { addLayer } from '../../layers/open-layers.ts'
import { useKitTexts } from '../../texts/kit-texts.ts'
import { IconButton } from '../buttons/Button.tsx'
import { cx } from '../class-names.ts'
import styles from './modal.module.css'
import { trapFocus } from './trap-focus.ts'

export interface ModalProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Buttons, with the primary one last. */
  footer?: ReactNode
  /** Displayed to the left of the buttons. */
  footerNote?: ReactNode
  /** 560 px, 880 px or 440 px. */
  width?: 'normal' | 'wide' | 'narrow'
  /** A drawer is for a side task with much content; it is 480 px wide, at the right edge. */
  as?: 'modal' | 'drawer'
  /** Only an alert may be displayed above a modal. */
  isAlert?: boolean
  icon?: ReactNode
  /** If false, there is no close button, and Esc and the scrim do nothing. */
  closable?: boolean
}

/**
 * A dialog for a short task that belongs to the page behind it. The focus stays inside and returns to the opener; Esc
 * and the scrim close it only while nothing has been typed. Render it only while it is open.
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
  const box = useRef<HTMLDialogElement>(null)
  const wasTyped = useRef(false)
  const texts = useKitTexts()
  useModalDialog(box)
  const mayLeave = (): boolean => closable && !wasTyped.current
  const leave = (): void => {
    if (mayLeave()) onClose()
  }
  return createPortal(
    <dialog
      ref={box}
      tabIndex={-1}
      data-layer=""
      data-focus="quiet"
      role={isAlert ? 'alertdialog' : 'dialog'}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={isAlert ? `${id}-body` : undefined}
      className={cx(
        styles.box,
        isAlert && styles.top,
        as === 'drawer' && styles.drawer,
        width === 'wide' && styles.wide,
        width === 'narrow' && styles.narrow,
      )}
      onInput={() => (wasTyped.current = true)}
      onPointerDown={(event) => isBeside(event) && leave()}
      onKeyDown={(event) => {
        event.stopPropagation()
        trapFocus(event, box.current)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // The browser closes a dialog on a second Esc even if its `cancel` event was prevented.
        event.preventDefault()
        leave()
      }}
      onCancel={(event) => {
        // A file input inside also dispatches `cancel`, which bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open) return
        if (mayLeave()) onClose()
        else currentTarget.showModal()
      }}
    >
      <header className={styles.head}>
        {icon}
        <h2 className={styles.headHeading} id={`${id}-title`}>
          {title}
        </h2>
        {closable && (
          <IconButton label={texts.close} icon={IconX} size="sm" onClick={onClose} tooltip={false} />
        )}
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
    </dialog>,
    document.body,
  )
}

/** A dialog at the right edge for a side task with much content. */
export function Drawer(props: Omit<ModalProps, 'as' | 'width' | 'isAlert'>) {
  return <Modal {...props} as="drawer" />
}

/** Whether a press is on the scrim, which belongs to the dialog element but is outside its edges. */
function isBeside({ target, currentTarget, clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isOver = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isOver
}

/**
 * Opens the dialog above everything with the focus in its first field, prevents the page behind from scrolling, and
 * returns the focus at the end. The browser makes the page behind inert.
 */
function useModalDialog(box: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = box.current
    if (!dialog) return undefined
    const opener = document.activeElement
    const overflow = document.body.style.overflow
    const find = (selector: string): HTMLElement | null => dialog.querySelector<HTMLElement>(selector)
    const first =
      find('[data-autofocus]') ??
      find('input:not([type=hidden]), select, textarea') ??
      find('footer button') ??
      dialog
    open(dialog, first)
    first.focus({ preventScroll: true })
    document.body.style.overflow = 'hidden'
    const removeLayer = addLayer({ element: dialog, isDialog: true })
    const leaveSendings = watchSendings()
    return () => {
      leaveSendings()
      removeLayer()
      document.body.style.overflow = overflow
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [box])
}

/**
 * Opens a dialog as modal. The oldest supported browsers, which do not support this (Firefox 96 and 97), display it
 * above the page.
 */
function open(dialog: HTMLDialogElement, first: HTMLElement): void {
  if (!('showModal' in dialog)) {
    ;(dialog as HTMLElement).setAttribute('open', '')
    return
  }
  // Without `autofocus`, `showModal` would first focus the close button, and a field that loses the focus displays
  // its validation message.
  first.setAttribute('autofocus', '')
  dialog.showModal()
  first.removeAttribute('autofocus')
}
