import type { ReactNode } from 'react'
import { sentenceOf } from '../api/error-text.ts'
import { noteError } from '../api/last-error.ts'
import { ApiError } from '../api/api-error.ts'
import { isStepUpNeeded } from '../api/step-up.ts'
import { currentKitTexts } from '../texts/kit-texts.ts'
import { Store } from './store.ts'

export type AlertVariant = 'success' | 'error' | 'warning' | 'info' | 'general'

/**
 * A modal message (SHELL-075): title, body, buttons, variant. The result is `true` for the confirming button, and
 * `false` for the other one or when closed.
 */
export interface AlertRequest {
  title: string
  body?: ReactNode
  variant: AlertVariant
  /** Text of the confirming button; 'Close' by default. */
  confirm?: string
  /** Text of the button that changes nothing; omit it when the alert only informs. */
  cancel?: string
  /** Makes the confirming button red. */
  danger?: boolean
  /** Technical details in a collapsed section, such as a request id. */
  details?: string
  /** Whether Esc, the scrim and the close button close it; set to false when the user must decide. */
  closable?: boolean
}

export interface OpenAlert extends AlertRequest {
  key: number
  answer: (confirmed: boolean) => void
}

export const alerts = new Store<readonly OpenAlert[]>([])
let last_key = 0

/** Opens an alert; resolves to whether the confirming button was pressed. */
export function showAlert(request: AlertRequest): Promise<boolean> {
  return new Promise((resolve) => {
    last_key += 1
    const key = last_key
    const answer = (confirmed: boolean): void => {
      alerts.write(alerts.read().filter((open) => open.key !== key))
      resolve(confirmed)
    }
    alerts.write([...alerts.read(), { ...request, key, answer }])
  })
}

/**
 * Displays an error in an alert: capitalised, with a full stop. Displays nothing for aborted requests
 * (ERR-003…ERR-009).
 */
export function showError(thrown: unknown, title = currentKitTexts().wrong): void {
  const body = sentenceOf(thrown)
  const isEnded = thrown instanceof ApiError && [401, 418, 423].includes(thrown.status)
  // A user who did not confirm their identity already knows that nothing was done.
  if (body === null || isEnded || isStepUpNeeded(thrown)) return
  if (thrown instanceof ApiError && thrown.code === 'approval_needed') {
    void showAlert({ title: 'Sent for approval', body, variant: 'info' })
    return
  }
  const requestId = thrown instanceof ApiError ? thrown.request_id : ''
  noteError(requestId)
  const details = requestId ? currentKitTexts().request(requestId).trim() : undefined
  void showAlert({ title, body, variant: 'error', ...(details ? { details } : {}) })
}

/**
 * Asks the user to confirm an action that cannot be undone. The title is a question with the name of the object, the
 * body is the consequence; the buttons repeat the verb, never 'Yes' or 'No'.
 */
export function confirmAction(request: {
  title: string
  body?: ReactNode
  confirm: string
  cancel: string
  danger?: boolean
}): Promise<boolean> {
  return showAlert({ variant: request.danger ? 'warning' : 'general', ...request })
}

/** Opens the prompt for unsaved changes (SHELL-080). */
export function confirmLeaving(): Promise<boolean> {
  return showAlert({
    title: 'Are you sure you want to leave?',
    body: 'There are unsaved changes. Are you sure you want to leave?',
    variant: 'warning',
    confirm: 'Yes, leave',
    cancel: 'Stay',
  })
}
