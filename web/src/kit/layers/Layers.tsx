import {
  IconAlertTriangle,
  IconBell,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/class-names.ts'
import { Icon, type IconShape } from '../ui/Icon.tsx'
import modal from '../ui/modal.module.css'
import { Modal } from '../ui/Modal.tsx'
import { alerts, type AlertVariant, type OpenAlert } from './alerts.ts'
import { announcements } from './announcements.ts'
import styles from './layers.module.css'
import { useStore } from './store.ts'
import { closeToast, toasts, type Toast, type ToastVariant } from './toasts.ts'

const alert_icons: Record<AlertVariant, IconShape> = {
  error: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  success: IconCircleCheck,
  general: IconBell,
}

const toast_icons: Record<ToastVariant, IconShape> = {
  error: IconCircleX,
  info: IconInfoCircle,
  success: IconCircleCheck,
}

/** Everything that can be opened from anywhere: alerts, toasts and the two live regions. Stands once, at the root. */
export function Layers() {
  const open_alerts = useStore(alerts)
  const said = useStore(announcements)
  return (
    <>
      {open_alerts.map((alert) => (
        <AlertBox key={alert.key} alert={alert} />
      ))}
      <Toasts />
      <div className="only-heard" role="status" aria-live="polite">
        {said.polite}
      </div>
      <div className="only-heard" role="alert" aria-live="assertive">
        {said.assertive}
      </div>
    </>
  )
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
      icon={<Icon of={alert_icons[alert.variant]} size={24} className={modal[alert.variant] ?? ''} />}
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
      <div className={modal.alertBody}>{alert.body}</div>
      {alert.details && (
        <details className={modal.details}>
          <summary>Details</summary>
          <p className="mono">{alert.details}</p>
        </details>
      )}
    </Modal>
  )
}

function Toasts() {
  const open = useStore(toasts)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const newest = toasts.read().at(-1)
      if (event.key === 'Escape' && newest && !document.querySelector('[data-layer]')) closeToast(newest.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className={styles.toasts} data-print="no">
      {open.map((toast) => (
        <ToastBox key={toast.key} toast={toast} />
      ))}
    </div>
  )
}

function ToastBox({ toast }: { toast: Toast }) {
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
  return (
    <div
      className={cx(styles.toast, styles[toast.variant])}
      role={toast.variant === 'error' ? 'alert' : 'status'}
      onPointerEnter={pause}
      onPointerLeave={run}
      onFocus={pause}
      onBlur={run}
    >
      <Icon of={toast_icons[toast.variant]} />
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
