import type { QueryClient } from '@tanstack/react-query'
import { live_path, live_ticket, type LiveMessage } from '@waybill/domain/kit/live'
import { call } from '../../kit/api/call.ts'
import {
  impersonatedUsername,
  onActingChanged,
  storedToken,
  publishSessionChange,
} from '../../kit/api/session.ts'
import { LiveConnection } from '../../kit/live/connection.ts'
import { acquireTabLock } from '../../kit/tabs/tab-lock.ts'
import { is_unread_stale } from '../navigation/navigation-counts.ts'
import { general_data } from '../start-up/general-data.ts'
import { refreshGeneralData, announceVersion } from './use-timers.ts'

/** Time over which the browsers of a company spread their requests after the same message, in ms. */
const spread_ms = 3_000

/** Data that the tab with the connection sends to the other tabs of this browser. */
type Relayed = { message: LiveMessage } | { over: 'signed-out' | 'account-closed' } | { poll: true }

/**
 * Returns the address for live updates: the company’s own address, otherwise the host of the page (SHELL-048,
 * SET-094).
 */
export function liveAddress(settings: Readonly<Record<string, unknown>>, page: string): string {
  // Read by key, because importing the declaration would load the code that all settings use.
  const own = String(settings.websocket_api_url ?? '')
  return own || new URL(`/api${live_path}`, page).href.replace(/^http/, 'ws')
}

/**
 * Opens the live connection in one tab of the browser for all tabs, and updates the data on screen (SHELL-048).
 * Returns a function that stops it.
 */
export function startLive(client: QueryClient): () => void {
  const tabs = new BroadcastChannel('waybill-live')
  const address = liveAddress(general_data.read()?.provider_settings ?? {}, window.location.href)
  let connection: LiveConnection | undefined
  const everywhere = (relayed: Relayed): void => {
    tabs.postMessage(relayed)
    takeRelayed(client, relayed)
  }
  const turn = acquireTabLock('live', () => {
    connection = new LiveConnection({
      address,
      token: storedToken,
      ticket: async () => (await call(live_ticket, {})).ticket,
      acting_as: impersonatedUsername,
      since: () => general_data.read()?.current_time ?? null,
      receive: (message) => {
        if (message.kind === 'beat') return
        everywhere({ message })
        if (message.kind === 'settings-changed') setTimeout(renewSettings, Math.random() * spread_ms)
      },
      back: () => setTimeout(() => everywhere({ message: { kind: 'catch-up' } }), Math.random() * spread_ms),
      poll: () => everywhere({ poll: true }),
      over: (why) => everywhere({ over: why }),
    })
  })
  tabs.addEventListener('message', ({ data }: MessageEvent<Relayed>) => takeRelayed(client, data))
  const unsubscribe = onActingChanged(() => connection?.renew())
  return () => {
    unsubscribe()
    connection?.stop()
    turn.giveUp()
    tabs.close()
  }
}

function takeRelayed(client: QueryClient, relayed: Relayed): void {
  if ('over' in relayed)
    return publishSessionChange(relayed.over === 'signed-out' ? 'ended' : 'account-closed')
  if ('poll' in relayed) {
    is_unread_stale.write(true)
    return readAgain(client)
  }
  const { message } = relayed
  if (message.kind === 'message-arrived' || message.kind === 'catch-up') is_unread_stale.write(true)
  if (message.kind === 'welcome' || message.kind === 'new-version') return announceVersion(message.version)
  // Loaded with the first message, because message handling depends on many endpoints.
  void import('./live-messages.ts').then(
    ({ takeMessage }) => takeMessage(client, message),
    () => client.invalidateQueries(),
  )
}

/** Refetches the data on screen. A hidden tab refetches only when its queries are next used. */
function readAgain(client: QueryClient): void {
  void client.invalidateQueries({ refetchType: document.hidden ? 'none' : 'active' })
}

function renewSettings(): void {
  const channel = new BroadcastChannel('waybill')
  void refreshGeneralData(channel).finally(() => channel.close())
}
