import { app_version } from '@waybill/domain/kit/app'
import { useEffect } from 'react'
import { hasUnsaved } from '../kit/form/unsaved.ts'
import { showAlert } from '../kit/layers/alerts.ts'
import { waitingInQueues } from '../kit/queue/waiting.ts'
import { general_data, loadGeneralData, type GeneralData } from './general-data.ts'
import { newsOf } from './version-news.ts'

/** Milliseconds: the cross-tab poll, general data, and the version check (SHELL-047, SHELL-061, SHELL-071). */
const poll_ms = 1000
const general_data_ms = 3_600_000
const version_ms = 1_200_000
/** 'Remind me later' postpones for four hours (SHELL-065). */
const reminder_ms = 4 * 3_600_000
/** A tab that has not been heard of for this long no longer holds the timer. */
const holder_ms = 5000

const holder_key = 'timer_holder'
const own_name = `${Date.now()}-${Math.random()}`

/** Whether this tab holds the timer; the first to ask while nobody does takes it (SHELL-072). */
function holdsTimer(now: number): boolean {
  const [name, at] = (localStorage.getItem(holder_key) ?? '').split('|')
  if (name && name !== own_name && now - Number(at) < holder_ms) return false
  localStorage.setItem(holder_key, `${own_name}|${now}`)
  return true
}

/** Refreshes general data every hour and looks for a new version every 20 minutes, in one of the open tabs only. */
export function useTimers(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const channel = new BroadcastChannel('waybill')
    const due = { general: Date.now() + general_data_ms, version: Date.now() + version_ms }
    channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => take(data))
    const timer = setInterval(() => {
      const now = Date.now()
      if (!holdsTimer(now)) return
      if (now >= due.general) {
        due.general = now + general_data_ms
        void loadGeneralData().then(
          (data) => channel.postMessage({ kind: 'general-data', data } satisfies Broadcast),
          () => undefined,
        )
      }
      if (now >= due.version) {
        due.version = now + version_ms
        void fetchVersion().then((version) => {
          if (!version) return
          channel.postMessage({ kind: 'version', version } satisfies Broadcast)
          tellVersion(version)
        })
      }
    }, poll_ms)
    return () => {
      clearInterval(timer)
      channel.close()
    }
  }, [isOn])
}

type Broadcast = { kind: 'general-data'; data: GeneralData } | { kind: 'version'; version: string }

/** Takes over what another tab has learned; an account only when it is the same one (SHELL-070). */
function take(news: Broadcast): void {
  if (news.kind === 'version') tellVersion(news.version)
  else if (news.data.user.id === general_data.read()?.user.id) general_data.write(news.data)
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

let told_until = 0

function tellVersion(version: string): void {
  const news = newsOf(app_version, version)
  const isBusy = hasUnsaved() || waitingInQueues() > 0 || document.querySelector('[data-layer]') !== null
  if (news === 'none' || isBusy || Date.now() < told_until) return
  told_until = Date.now() + reminder_ms
  void showAlert({
    title: 'New version available.',
    body: 'Refresh the page to use it.',
    variant: 'info',
    confirm: 'Refresh',
    closable: news === 'minor',
    ...(news === 'minor' ? { cancel: 'Remind me later' } : {}),
  }).then((isConfirmed) => {
    if (isConfirmed) window.location.reload()
  })
}
