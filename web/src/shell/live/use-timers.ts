import { app_version } from '@waybill/domain/kit/app'
import { useEffect } from 'react'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { impersonatedUsername } from '../../kit/api/session.ts'
import { hasUnsaved } from '../../kit/form/drafts/unsaved.ts'
import { showAlert } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { waitingInQueues } from '../../kit/queue/waiting.ts'
import { acquireTabLock } from '../../kit/tabs/tab-lock.ts'
import { general_data, loadGeneralData, type GeneralData } from '../start-up/general-data.ts'
import { versionChange } from '../start-up/version-change.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** Intervals in ms: check for due tasks, general data, and version check (SHELL-047, SHELL-061, SHELL-071). */
const poll_ms = 1000
const general_data_ms = hour_ms
const version_ms = 1_200_000
/** Delay after 'Remind me later', in ms: four hours (SHELL-065). */
const reminder_ms = 4 * hour_ms

/** Refreshes general data every hour and checks for a new version every 20 minutes, in only one of the open tabs. */
export function useTimers(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const channel = new BroadcastChannel('waybill')
    const own = acquireTabLock('timer')
    const due = { general: Date.now() + general_data_ms, version: Date.now() + version_ms }
    channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => {
      if (data.kind === 'version') due.version = Date.now() + version_ms
      else due.general = Date.now() + general_data_ms
      take(data)
    })
    const timer = setInterval(() => {
      const now = Date.now()
      if (!own.isOurs()) return
      if (now >= due.general && navigator.onLine) {
        due.general = now + general_data_ms
        void refreshGeneralData(channel)
      }
      if (now >= due.version) {
        due.version = now + version_ms
        void fetchVersion().then((version) => {
          if (!version) return
          channel.postMessage({ kind: 'version', version } satisfies Broadcast)
          announceVersion(version)
        })
      }
    }, poll_ms)
    return () => {
      clearInterval(timer)
      own.giveUp()
      channel.close()
    }
  }, [isOn])
}

/**
 * Reloads general data for all tabs. If a failure ends impersonation, it shows the error and then opens the home
 * page.
 */
export async function refreshGeneralData(channel: BroadcastChannel): Promise<void> {
  const impersonated = impersonatedUsername()
  try {
    channel.postMessage({
      kind: 'general-data',
      data: await loadGeneralData(general_data.read()),
    } satisfies Broadcast)
  } catch (thrown) {
    const text = sentenceOf(thrown) ?? ''
    const hasEnded = thrown instanceof ApiError && [401, 418, 423].includes(thrown.status)
    if (hasEnded) return
    if (impersonated === null) toast.error(text)
    else {
      await showAlert({ title: 'Something went wrong', body: text, variant: 'error' })
      window.location.assign('/')
    }
  }
}

/** Messages between tabs on the channel `waybill`. */
type Broadcast = { kind: 'general-data'; data: GeneralData } | { kind: 'version'; version: string }

/** Applies an update from another tab; general data only for the same user (SHELL-070). */
function take(update: Broadcast): void {
  if (update.kind === 'version') announceVersion(update.version)
  else if (update.data.user.id === general_data.read()?.user.id) general_data.write(update.data)
}

async function fetchVersion(): Promise<string | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' })
    const { version } = (await response.json()) as { version?: unknown }
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

let notified_until = 0

/**
 * Shows a notice about a newer version. Skipped while the user has unsaved input, unsent data or an open layer, and
 * until the reminder is due again.
 */
export function announceVersion(version: string): void {
  const update = versionChange(app_version, version)
  const isBusy = hasUnsaved() || waitingInQueues() > 0 || document.querySelector('[data-layer]') !== null
  if (update === 'none' || isBusy || Date.now() < notified_until) return
  notified_until = Date.now() + reminder_ms
  void showAlert({
    title: 'New version available.',
    body: 'Refresh the page to use it.',
    variant: 'info',
    confirm: 'Refresh',
    closable: update === 'minor',
    ...(update === 'minor' ? { cancel: 'Remind me later' } : {}),
  }).then((isConfirmed) => {
    if (isConfirmed) window.location.reload()
  })
}
