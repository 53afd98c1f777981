import { IconX } from '@tabler/icons-react'
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { watchSendings } from '../../api/sendings.ts'
import { addLayer } from '../../layers/open-layers.ts'
import { IconButton } from '../buttons/Button.tsx'
import { cx } from '../class-names.ts'
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
  const box = useRef<HTMLDialogElement>(null)
  const wasTyped = useRef(false)
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
        if (event.key === 'Tab') trapFocus(event, box.current)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // The browser closes a dialog by a second Esc whatever its `cancel` event was answered.
        event.preventDefault()
        leave()
      }}
      onCancel={(event) => {
        // A field for files says so too.
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
    </dialog>,
    document.body,
  )
}

/** A side task with much content, from the right edge. */
export function Drawer(props: Omit<ModalProps, 'as' | 'width' | 'isAlert'>) {
  return <Modal {...props} as="drawer" />
}

const tabbable =
  'a[href], button:not([tabindex="-1"]), input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** A press on the scrim, which belongs to the dialog but stands outside its edges. */
function isBeside({ target, currentTarget, clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isOver = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isOver
}

/** Tab goes round inside the box, where the browser alone would go on to its own bars. */
function trapFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>(tabbable) ?? [])].filter(
    (stop) => stop.offsetParent !== null && !isPassedOver(stop),
  )
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const isLeaving = event.shiftKey ? at <= 0 : at === stops.length - 1
  if (!isLeaving) return
  event.preventDefault()
  stops[event.shiftKey ? stops.length - 1 : 0]?.focus()
}

/** Of several exclusive choices Tab stops at the chosen one only. */
function isPassedOver(stop: HTMLElement): boolean {
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio' || stop.checked) return false
  const group = `input[type=radio][name="${CSS.escape(stop.name)}"]:checked`
  return (stop.form ?? document).querySelector(group) !== null
}

/**
 * Opens the dialog over everything, with the focus in its first field, keeps the page behind still, and gives the focus
 * back at the end. The browser makes what is behind untouchable and unheard.
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

/** Opens a dialog as a modal one; the oldest browsers that know none (Firefox 96 and 97) show it over the page. */
function open(dialog: HTMLDialogElement, first: HTMLElement): void {
  if (!('showModal' in dialog)) {
    ;(dialog as HTMLElement).setAttribute('open', '')
    return
  }
  // The browser would focus the cross first, and a field that is left says what it lacks.
  first.setAttribute('autofocus', '')
  dialog.showModal()
  first.removeAttribute('autofocus')
}
