import { list_of_mode, type ExpectedList } from '@waybill/domain/hub/expected'
import type { ExpectedParcel, ScanAnswer, ScanResultKind } from '@waybill/domain/hub/model'
import type { ScanSound } from '../../kit/scan/sounds.ts'
import type { ScanEntry } from './scan-session.ts'

/** Background colour of the result area. */
export type ScanResultColour = 'green' | 'blue' | 'yellow' | 'red' | 'grey'

const families: Readonly<Record<ScanResultKind, ScanResultColour>> = {
  ok: 'green',
  duplicate: 'blue',
  warning: 'yellow',
  refused: 'red',
}

const sounds: Readonly<Record<ScanResultKind, ScanSound>> = {
  ok: 'accepted',
  duplicate: 'repeat',
  warning: 'notice',
  refused: 'refused',
}

/** What the result area displays for a scan: a short title, a bay or manifest code, and the line of facts. */
export interface ScanResultView {
  family: ScanResultColour
  /** At most 18 characters. */
  title: string
  bay: string
  message: string
  reference: string
  facts: readonly string[]
  /** Displayed at the right end of the line. */
  aside: string
}

/** Returns the colour for a scan response. */
export function familyOf(answer: ScanAnswer): ScanResultColour {
  return families[answer.verdict]
}

/** Returns the sound for a scan response. */
export function soundOf(answer: ScanAnswer): ScanSound {
  return sounds[answer.verdict]
}

/** Returns 'BAY 12' for the code '12'; codes that do not start with a digit are returned in upper case. */
export function bayLabel(code: string): string {
  return /^\d/.test(code) ? `BAY ${code}` : code.toUpperCase()
}

/** Returns 'Already scanned' for 'ALREADY SCANNED', for lists; text with lower-case letters is returned unchanged. */
export function sentenceCase(short: string): string {
  if (/[a-z]/.test(short)) return short
  return short.charAt(0) + short.slice(1).toLowerCase()
}

/** Returns what to display for an answered or queued scan; a queued scan is looked up in the stored hub list. */
export function scanResultView(entry: ScanEntry, hubList: HubList | null): ScanResultView {
  const view = entry.answer ? answerView(entry, entry.answer) : queuedView(entry, hubList)
  return entry.undo ? undoneView(view, entry.undo) : view
}

const undo_views = {
  sending: { family: 'grey', title: 'Undoing…', message: '' },
  kept: {
    family: 'yellow',
    title: 'Undo is saved',
    message: 'The scan and its undo are sent one after the other when the network is back.',
  },
  done: { family: 'blue', title: 'UNDONE', message: '' },
} as const satisfies Record<
  NonNullable<ScanEntry['undo']>['state'],
  Pick<ScanResultView, 'family' | 'title' | 'message'>
>

/** Returns the view of an undone scan. It has no bay, because the parcel does not go there. */
function undoneView(
  view: ScanResultView,
  { state, message }: NonNullable<ScanEntry['undo']>,
): ScanResultView {
  const undoView = undo_views[state]
  return { ...view, ...undoView, message: message || undoView.message, bay: '' }
}

/** The parcels that a hub expects in each list, as last fetched. */
export interface HubList {
  lists: ReadonlyMap<ExpectedList, readonly ExpectedParcel[]>
  /** Time of the last fetch as `HH:mm`. */
  read_at: string
}

function answerView(entry: ScanEntry, answer: ScanAnswer): ScanResultView {
  const { shipment, parcel, next } = answer
  const route = [shipment?.collection_branch_name, shipment?.delivery_suburb].filter(Boolean).join(' → ')
  const number = parcel && shipment ? `Parcel ${parcel.number} of ${shipment.parcel_count}` : ''
  const isRejected = answer.verdict === 'refused'
  return {
    family: familyOf(answer),
    title: answer.short,
    bay: isRejected ? '' : (answer.manifest?.display_id ?? bayLabel(next?.bay ?? '')),
    message: answer.message,
    reference: parcel?.tracking_reference ?? entry.reference,
    facts: [number, route].filter(Boolean),
    aside: next?.routing_number || next?.driver || shipment?.service_level_code || '',
  }
}

function queuedView(entry: ScanEntry, hubList: HubList | null): ScanResultView {
  const own = list_of_mode[entry.mode]
  const found = [...(hubList?.lists ?? [])].flatMap(([list, parcels]) =>
    parcels.filter((one) => one.tracking_reference === entry.reference).map((parcel) => ({ list, parcel })),
  )
  const { parcel, list } = found.find((one) => one.list === own) ?? found[0] ?? {}
  return {
    family: 'yellow',
    title: 'To be confirmed',
    bay: '',
    message: `${knownAs()} The server decides when the network is back.`,
    reference: entry.reference,
    facts: [parcel?.delivery_suburb ?? ''].filter(Boolean),
    aside: parcel && hubList ? `Hub list of ${hubList.read_at}` : '',
  }

  function knownAs(): string {
    if (!hubList) return 'The list of this hub has not been loaded yet.'
    if (!parcel) return 'Not on the list of this hub.'
    return list === own || entry.mode === 'look-up'
      ? 'Expected here.'
      : 'Known at this hub, but not for this task.'
  }
}
