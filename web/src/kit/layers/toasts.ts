import { Store } from './store.ts'

export type ToastVariant = 'error' | 'success' | 'info'

export interface Toast {
  key: number
  text: string
  /** A sentence below the text. */
  detail?: string
  variant: ToastVariant
  /** Display time in ms (SHELL-073, SHELL-074). */
  autoHide: number
  /** A button, for example to undo. */
  action?: ToastAction
}

export interface ToastAction {
  label: string
  act: () => void
}

interface MoreAboutToast {
  detail?: string
  autoHide?: number
  /** Adds an 'Undo' button. */
  undo?: () => void
  action?: ToastAction
}

/** Maximum number of toasts on screen; the newest is at the bottom. */
const max_at_once = 3
/** Default display time, in ms. */
const default_hide = 3000
/** Display time in ms for a toast with a button. */
const action_hide = 10_000

export const toasts = new Store<readonly Toast[]>([])
let last_key = 0

/**
 * Displays a short confirmation whose result is not on screen. Never use it as the only message about a failure
 * (docs/domain/interface.md#toasts).
 */
function show(
  variant: ToastVariant,
  text: string,
  { autoHide, detail, undo, action = undo && { label: 'Undo', act: undo } }: MoreAboutToast = {},
): void {
  last_key += 1
  const toast: Toast = {
    key: last_key,
    text,
    variant,
    autoHide: autoHide ?? (action ? action_hide : default_hide),
    ...(detail ? { detail } : {}),
    ...(action ? { action } : {}),
  }
  toasts.write([...toasts.read(), toast].slice(-max_at_once))
}

export const toast = {
  success: (text: string, more?: MoreAboutToast): void => show('success', text, more),
  info: (text: string, more?: MoreAboutToast): void => show('info', text, more),
  error: (text: string, more?: MoreAboutToast): void => show('error', text, more),
}

export function closeToast(key: number): void {
  toasts.write(toasts.read().filter((open) => open.key !== key))
}

/**
 * Copies text and displays a confirmation: for 2 s for the two-factor secret, 3 s elsewhere (ERR-020). Displays an
 * error when copying fails.
 */
export async function copyText(text: string, autoHide = default_hide): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success('Copied to clipboard', { autoHide })
  } catch {
    toast.error('Could not copy. Select the text and copy it by hand.')
  }
}
