import type { ReactNode } from 'react'
import { sentenceOf } from '../api/error-text.ts'
import { noteError } from '../api/last-error.ts'
import { ApiError } from '../api/api-error.ts'
import { isStepUpNeeded } from '../api/step-up.ts'
import { Store } from './store.ts'

export type AlertVariant = 'success' | 'error' | 'warning' | 'info' | 'general'

/** A modal message (SHELL-075): title, body, buttons, variant; the answer is the pressed button or `false` when closed. */
export interface AlertRequest {
  title: string
  body?: ReactNode
  variant: AlertVariant
  /** The button that goes on; 'Close' when none is given. */
  confirm?: string
  /** The button that leaves things as they are; none when the alert only tells something. */
  cancel?: string
  /** The confirming button is red. */
  danger?: boolean
  /** Folded technical detail, such as a request id. */
  details?: string
  /** Whether Esc, the scrim and the cross close it; a decision that must be made sets this to false. */
  closable?: boolean
}

export interface OpenAlert extends AlertRequest {
  key: number
  answer: (confirmed: boolean) => void
}

export const alerts = new Store<readonly OpenAlert[]>([])
let last_key = 0

/** Opens an alert and answers whether its confirming button was pressed. */
export function showAlert(ask: AlertRequest): Promise<boolean> {
  return new Promise((resolve) => {
    last_key += 1
    const key = last_key
    const answer = (confirmed: boolean): void => {
      alerts.write(alerts.read().filter((open) => open.key !== key))
      resolve(confirmed)
    }
    alerts.write([...alerts.read(), { ...ask, key, answer }])
  })
}

/** Tells a failure in an error alert: capitalised, with a full stop; aborted requests say nothing (ERR-003…ERR-009). */
export function showError(thrown: unknown, title = 'Something went wrong'): void {
  const body = sentenceOf(thrown)
  const isEnded = thrown instanceof ApiError && [401, 418, 423].includes(thrown.status)
  // Who did not confirm knows that nothing was done.
  if (body === null || isEnded || isStepUpNeeded(thrown)) return
  const requestId = thrown instanceof ApiError ? thrown.request_id : ''
  noteError(requestId)
  const details = requestId ? `Request ${requestId}` : undefined
  void showAlert({ title, body, variant: 'error', ...(details ? { details } : {}) })
}

/**
 * Asks before what cannot be undone. The title is a question with the object's name, the body the consequence; the
 * buttons repeat the verb, never 'Yes' or 'No'.
 */
export function confirmAction(ask: {
  title: string
  body?: ReactNode
  confirm: string
  cancel: string
  danger?: boolean
}): Promise<boolean> {
  return showAlert({ variant: ask.danger ? 'warning' : 'general', ...ask })
}

/** Asks for the unsaved-changes prompt (SHELL-080). */
export function confirmLeaving(): Promise<boolean> {
  return showAlert({
    title: 'Are you sure you want to leave?',
    body: 'There are unsaved changes. Are you sure you want to leave?',
    variant: 'warning',
    confirm: 'Yes, leave',
    cancel: 'Stay',
  })
}
