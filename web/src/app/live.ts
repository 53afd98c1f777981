import type { Query, QueryClient } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { websocket_api_url } from '@waybill/domain/identity/settings'
import { live_path, type LiveMessage } from '@waybill/domain/kit/live'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { reading, readingKey } from '../kit/api/reading.ts'
import { storedToken, tellSessionNews } from '../kit/api/session.ts'
import { LiveConnection } from '../kit/live/connection.ts'
import { noteChanged } from '../kit/live/newer.ts'
import { settingValue } from '../kit/session/me.ts'
import { takeTurn } from '../kit/tabs/turn.ts'
import { general_data } from './general-data.ts'
import { refreshGeneralData, tellVersion } from './use-timers.ts'

/** Milliseconds over which the browsers of a company spread what all of them do on the same news. */
const spread_ms = 3_000

/** What the tab with the connection tells the others of this browser. */
type Relayed = { message: LiveMessage } | { over: 'signed-out' | 'account-closed' }

/** Where this page listens: the company's own address, else the host of the page (SHELL-048, SET-094). */
export function liveAddress(settings: Readonly<Record<string, unknown>>, page: string): string {
  const own = settingValue(websocket_api_url, settings)
  return own || new URL(`/api${live_path}`, page).href.replace(/^http/, 'ws')
}

/**
 * Listens for live updates in one tab of the browser for all of them, and brings what is on screen up to date (SHELL-048).
 * Answers the function that ends it.
 */
export function startLive(client: QueryClient): () => void {
  const tabs = new BroadcastChannel('waybill-live')
  const address = liveAddress(general_data.read()?.provider_settings ?? {}, window.location.href)
  let connection: LiveConnection | undefined
  const everywhere = (news: Relayed): void => {
    tabs.postMessage(news)
    takeRelayed(client, news)
  }
  const turn = takeTurn('live', () => {
    connection = new LiveConnection({
      address,
      token: storedToken,
      hear: (message) => {
        if (message.kind === 'beat') return
        everywhere({ message })
        if (message.kind === 'settings-changed') setTimeout(renewSettings, Math.random() * spread_ms)
      },
      back: () => setTimeout(() => everywhere({ message: { kind: 'catch-up' } }), Math.random() * spread_ms),
      over: (why) => everywhere({ over: why }),
    })
  })
  tabs.addEventListener('message', ({ data }: MessageEvent<Relayed>) => takeRelayed(client, data))
  return () => {
    connection?.stop()
    turn.giveUp()
    tabs.close()
  }
}

function takeRelayed(client: QueryClient, news: Relayed): void {
  if ('over' in news) tellSessionNews(news.over === 'signed-out' ? 'ended' : 'account-closed')
  else takeMessage(client, news.message)
}

/** Brings what a message concerns up to date: what is on screen is read again, the rest when it is next looked at. */
export function takeMessage(client: QueryClient, message: LiveMessage): void {
  switch (message.kind) {
    case 'shipment-changed':
      void client.invalidateQueries({ predicate: (query) => isAbout(query, message.shipment_id) })
      void client.invalidateQueries({ queryKey: readingKey(driversApi.tripSheet) })
      void client.invalidateQueries({ queryKey: readingKey(shipmentsApi.rows), refetchType: 'none' })
      noteChanged(shipmentsApi.rows)
      break
    case 'account-updated':
      takeAccount(client, message.account_id)
      break
    case 'account-closed':
      tellSessionNews('account-closed')
      break
    case 'welcome':
    case 'new-version':
      tellVersion(message.version)
      break
    case 'catch-up':
      void client.invalidateQueries()
      break
    default:
      break
  }
}

/** Whether a reading shows a shipment: asked for by its id, or answered with it. */
function isAbout({ queryKey, state }: Query, shipment_id: number): boolean {
  const [name, input] = queryKey as [unknown, Record<string, unknown> | undefined]
  if (typeof name !== 'string' || !name.startsWith('GET /shipments')) return false
  const shown = (state.data as { shipment?: { id?: unknown } } | undefined)?.shipment?.id
  return [input?.id, input?.shipment_id, shown].includes(shipment_id)
}

/** The balance in the shell follows the account, and so does whatever of its billing is on screen. */
function takeAccount(client: QueryClient, account_id: number): void {
  const is_own = general_data.read()?.account?.id === account_id
  const isBilling = ({ queryKey }: Query): boolean => {
    const [name, input] = queryKey as [unknown, { account_id?: unknown } | undefined]
    return String(name).startsWith('GET /billing') && (is_own || input?.account_id === account_id)
  }
  void client.invalidateQueries({ predicate: isBilling })
  if (is_own)
    void client
      .fetchQuery({ ...reading(accountsApi.list, { id: [account_id] }), staleTime: 0 })
      .catch(() => undefined)
}

function renewSettings(): void {
  const channel = new BroadcastChannel('waybill')
  void refreshGeneralData(channel).finally(() => channel.close())
}
