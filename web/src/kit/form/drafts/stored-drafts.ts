import { day_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { tabId } from './tab-id.ts'

/** A draft in the storage of this browser. */
export interface StoredDraft<Values> {
  /** Its key in the local storage. */
  key: string
  at: string
  /** Whether its tab was closed or reloaded after it was stored. */
  is_left: boolean
  values: Values
}

/** Drafts that were not continued for this time are deleted. */
const max_age_ms = 30 * day_ms
/** A draft that is younger belongs to an open tab, unless it was left: tabs in the background store once a minute. */
const open_ms = 1.5 * minute_ms

/** Returns the key of the draft that this tab stores of a form. Each tab has its own, so that none overwrites another. */
export function ownKey(form: string): string {
  return `draft:${form}#${tabId()}`
}

/** Stores the draft of this tab. */
export function storeDraft(key: string, at: Date, values: object, isLeft: boolean): void {
  localStorage.setItem(key, JSON.stringify({ at: at.toISOString(), is_left: isLeft, values }))
}

/**
 * Returns the draft to offer: the one that this tab left; in a tab that opens the form for the first time, otherwise the
 * newest one that no open tab is working on. `null` if there is none.
 */
export function draftToOffer<Values>(form: string): StoredDraft<Values> | null {
  const own = ownKey(form)
  const known = draftsOf<Values>(form)
  const left = known.find(({ key }) => key === own)
  if (left || sessionStorage.getItem(offered(form)) === tabId()) return left ?? null
  const isFree = ({ at, is_left }: StoredDraft<Values>): boolean =>
    is_left || Date.parse(at) < Date.now() - open_ms
  return known.filter(isFree).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0] ?? null
}

/** Notes that this tab has opened the form, so that the drafts of other tabs are offered in it only once. */
export function noteOffered(form: string): void {
  sessionStorage.setItem(offered(form), tabId())
}

const offered = (form: string): string => `draft-offered:${form}`

/** Returns the drafts of a form from all tabs. */
function draftsOf<Values>(form: string): StoredDraft<Values>[] {
  deleteOld()
  const name = `draft:${form}`
  return Object.keys(localStorage)
    .filter((key) => key === name || key.startsWith(`${name}#`))
    .flatMap((key) => readDraft<Values>(key) ?? [])
}

function deleteOld(): void {
  const oldest = Date.now() - max_age_ms
  for (const key of Object.keys(localStorage))
    if (key.startsWith('draft:') && Date.parse(readDraft(key)?.at ?? '') < oldest)
      localStorage.removeItem(key)
}

function readDraft<Values>(key: string): StoredDraft<Values> | null {
  try {
    const read = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<Values> | null
    // Earlier versions stored one draft without a tab, under the name of the form.
    return read && { ...read, key, is_left: read.is_left ?? true }
  } catch {
    return null
  }
}
