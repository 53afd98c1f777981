import {
  IconAlertTriangle,
  IconBell,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconX,
} from '../icons/kit-icons.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../ui/buttons/Button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon, type IconShape } from '../ui/buttons/Icon.tsx'
import { Modal } from '../ui/layers/Modal.tsx'
import { showOnTop } from '../ui/layers/top-layer.ts'
import { alerts, type AlertVariant, type OpenAlert } from './alerts.ts'
import { announcements } from './announcements.ts'
import styles from './layers.module.css'
import { innermostDialog, watchLayers } from './open-layers.ts'
import { useStore } from './store.ts'
import { closeToast, toasts, type Toast, type ToastVariant } from './toasts.ts'

const alert_icons: Record<AlertVariant, IconShape> = {
  error: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  success: IconCircleCheck,
  general: IconBell,
}

const class_of_alert: Readonly<Record<AlertVariant, string | undefined>> = {
  error: styles.alertError,
  warning: styles.alertWarning,
  info: styles.alertInfo,
  success: styles.alertSuccess,
  general: styles.alertGeneral,
}
const class_of_toast: Readonly<Record<ToastVariant, string | undefined>> = {
  success: styles.success,
  info: styles.info,
  error: styles.error,
}
const toast_icons: Record<ToastVariant, IconShape> = {
  error: IconCircleX,
  info: IconInfoCircle,
  success: IconCircleCheck,
}

/** Everything that can be opened from anywhere: alerts, toasts and the two live regions. Rendered once, at the root. */
export function Layers() {
  const openAlerts = useStore(alerts)
  return (
    <>
      {openAlerts.map((alert) => (
        <AlertBox key={alert.key} alert={alert} />
      ))}
      <Messages />
    </>
  )
}

/**
 * Toasts and live regions. While a dialog is open they are moved into it, because outside of it they would be inert:
 * not clickable and not announced.
 */
function Messages() {
  const messages = useStore(announcements)
  const place = useRef<HTMLDivElement>(null)
  const [holder] = useState(() => document.createElement('div'))
  useEffect(() => {
    const move = (): void => {
      const home = innermostDialog() ?? place.current
      if (holder.parentElement === home) return
      home?.append(holder)
      raise(holder.querySelector<HTMLElement>('[popover]'))
    }
    move()
    return watchLayers(move)
  }, [holder])
  return (
    <div ref={place}>
      {createPortal(
        <>
          <Toasts />
          <div className="only-heard" role="status" aria-live="polite">
            {messages.polite}
          </div>
          <div className="only-heard" role="alert" aria-live="assertive">
            {messages.assertive}
          </div>
        </>,
        holder,
      )}
    </div>
  )
}

/** Displays the toasts above layers that were opened later, unless the focus is in one of them and would be lost. */
function raise(box: HTMLElement | null): void {
  if (box?.isConnected && box.hasChildNodes() && !box.contains(document.activeElement)) showOnTop(box)
}

function AlertBox({ alert }: { alert: OpenAlert }) {
  const focused = (isFocused: boolean): object => (isFocused ? { 'data-autofocus': '' } : {})
  return (
    <Modal
      title={alert.title}
      isAlert
      width="narrow"
      closable={alert.closable ?? true}
      onClose={() => alert.answer(false)}
      icon={
        <Icon of={alert_icons[alert.variant]} size={24} className={class_of_alert[alert.variant] ?? ''} />
      }
      footer={
        <>
          {alert.cancel && (
            <Button {...focused(alert.danger === true)} onClick={() => alert.answer(false)}>
              {alert.cancel}
            </Button>
          )}
          <Button
            {...focused(!alert.danger)}
            variant={alert.danger ? 'dangerFilled' : 'primary'}
            onClick={() => alert.answer(true)}
          >
            {alert.confirm ?? 'Close'}
          </Button>
        </>
      }
    >
      <div className={styles.alertBody}>{alert.body}</div>
      {alert.details && (
        <details className={styles.details}>
          <summary>Details</summary>
          <p className="mono">{alert.details}</p>
        </details>
      )}
    </Modal>
  )
}

function Toasts() {
  const open = useStore(toasts)
  const box = useRef<HTMLDivElement>(null)
  /** What had the focus before it moved into the toasts. */
  const cameFrom = useRef<EventTarget | null>(null)
  const returnFocus = useCallback((): void => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const newest = toasts.read().at(-1)
      if (event.key === 'Escape' && newest && !document.querySelector('[data-layer]')) closeToast(newest.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => raise(box.current), [open])
  return (
    <div
      ref={box}
      popover="manual"
      className={styles.toasts}
      data-print="no"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
    >
      {open.map((toast) => (
        <ToastBox key={toast.key} toast={toast} onFocusLost={returnFocus} />
      ))}
    </div>
  )
}

function ToastBox({ toast, onFocusLost }: { toast: Toast; onFocusLost: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pause = (): void => clearTimeout(timer.current)
  const run = (): void => {
    pause()
    timer.current = setTimeout(() => closeToast(toast.key), toast.autoHide)
  }
  useEffect(() => {
    timer.current = setTimeout(() => closeToast(toast.key), toast.autoHide)
    return () => clearTimeout(timer.current)
  }, [toast.key, toast.autoHide])
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost()
    }
  }, [onFocusLost])
  return (
    <div
      ref={box}
      className={cx(styles.toast, class_of_toast[toast.variant])}
      role={toast.variant === 'error' ? 'alert' : 'status'}
      onPointerEnter={pause}
      onPointerLeave={run}
      onFocus={pause}
      onBlur={run}
    >
      <Icon className={styles.toastIcon} of={toast_icons[toast.variant]} />
      <span className={styles.text}>
        {toast.detail ? <strong>{toast.text}</strong> : toast.text}
        {toast.detail && <small className={styles.detail}>{toast.detail}</small>}
      </span>
      {toast.action && (
        <Button
          variant="link"
          onClick={() => {
            closeToast(toast.key)
            toast.action?.act()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        label="Close message"
        icon={IconX}
        size="xs"
        tooltip={false}
        onClick={() => closeToast(toast.key)}
      />
    </div>
  )
}
