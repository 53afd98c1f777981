import { IconSearch } from '../../kit/icons/icons.ts'
import { searchApi } from '@waybill/domain/search/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../kit/api/call.ts'
import { useEnterOnceFound } from '../../kit/form/choices/use-search.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Kbd } from '../../kit/ui/buttons/Kbd.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useAccess } from '../access.ts'
import { maySearch } from '../navigation/navigation.ts'
import { addressOfHit, useReferenceLookup } from '../navigation/use-reference-lookup.ts'
import {
  mayBeReference,
  narrowEntries,
  palette_groups,
  min_reference_length,
  type PaletteEntry,
  type PaletteGroup,
} from './entries.ts'
import styles from './palette.module.css'
import { usePaletteEntries } from './use-entries.ts'
import { useFoundEntries } from './use-found-entries.ts'

const typing_pause_ms = 120
/** Groups whose entries are known without a server request and are listed before any server results. */
const fixed_groups: readonly PaletteGroup[] = ['Actions', 'Go to']
const hit_names = {
  shipment: 'Shipment',
  quote: 'Quote',
  payment: 'Payment',
  transaction: 'Payment',
  account: 'Account',
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  'collection-request': 'Collection request',
  'interhub-transfer': 'Manifest',
  claim: 'Claim',
} as const

/**
 * Command palette with all pages and actions of the user, and records by reference, found by typing or scanning
 * (docs/domain/interface.md#command-palette). It is a combobox with a list: the input keeps the focus, and the arrow
 * keys move through the rows.
 */
export default function CommandPalette({
  onClose,
  toggleNavigation,
}: {
  onClose: () => void
  toggleNavigation: () => void
}) {
  const id = useId()
  const go = useGo()
  const access = useAccess()
  const lookUp = useReferenceLookup()
  const [typed, setTyped] = useState('')
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const own = usePaletteEntries(toggleNavigation)
  const mayFind = maySearch(access)
  const { found: record, isLooking } = useFoundRecord(mayFind ? typed : '')
  const { found, isSearching } = useFoundEntries(typed)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayer(input)

  const leaveAnd = (act: () => void): void => {
    onClose()
    // Wait until the layer is closed and has returned the focus.
    requestAnimationFrame(act)
  }
  const find = (reference: string): void => leaveAnd(() => void lookUp(reference))
  useScan(find, mayFind)

  const reference = typed.trim().toUpperCase()
  const entries = useMemo(() => {
    const search: PaletteEntry[] =
      mayFind && reference.length >= min_reference_length
        ? [
            {
              key: 'find',
              group: 'Search',
              label: `Find reference ${reference}`,
              icon: IconSearch,
              isAlways: true,
            },
          ]
        : []
    const others = found.filter(({ to }) => to !== record?.to)
    return narrowEntries([...(record ? [record] : []), ...others, ...own, ...(record ? [] : search)], typed)
  }, [own, found, record, mayFind, reference, typed])
  const active = entries.find(({ key }) => key === movedTo) ?? entries[0]
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])

  const run = (entry: PaletteEntry, inNewTab: boolean): void => {
    const { to, act } = entry
    if (entry.key === 'find') find(reference)
    else if (to && inNewTab) leaveAnd(() => openTab(to))
    else if (to === '/track' || to === '/login') window.location.assign(to)
    else if (to) leaveAnd(() => go(to))
    else if (act) leaveAnd(act)
  }
  // A search result may still arrive that fits better than the current first entry.
  const isOpenStill = (isSearching || isLooking) && !(active && fixed_groups.includes(active.group))
  const enter = useEnterOnceFound(isOpenStill, () => active && run(active, false))
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Escape') onClose()
    else if (step && entries.length > 0) {
      const here = active ? entries.indexOf(active) : 0
      setMovedTo(entries[(here + step + entries.length) % entries.length]?.key ?? null)
    } else if (event.key === 'Enter' && isOpenStill && movedTo === null) enter.wait()
    else if (event.key === 'Enter' && active) run(active, event.ctrlKey || event.metaKey)
    else if (event.key !== 'Tab' && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return
    else if (event.key === 'k') onClose()
    event.preventDefault()
  }
  const optionId = (entry: PaletteEntry): string => `${id}-${entry.key.replaceAll(/\W/g, '-')}`
  return createPortal(
    <div
      className={styles.scrim}
      data-layer=""
      role="presentation"
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div ref={box} role="dialog" aria-modal="true" aria-label="Commands" className={styles.box}>
        <div className={styles.field}>
          <Icon className={styles.fieldIcon} of={IconSearch} />
          <input
            className={styles.fieldInput}
            ref={input}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={active && optionId(active)}
            aria-autocomplete="list"
            aria-label="Search pages, actions and references"
            placeholder={
              mayFind ? 'Search pages and actions, or type or scan a reference' : 'Search pages and actions'
            }
            autoComplete="off"
            spellCheck={false}
            data-scans="page"
            enterKeyHint="go"
            value={typed}
            onChange={(event) => {
              enter.forget()
              setTyped(event.target.value)
              setMovedTo(null)
            }}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            tabIndex={-1}
            className={styles.close}
            onClick={onClose}
            aria-label="Close commands"
          >
            <Kbd>Esc</Kbd>
          </button>
        </div>
        <div id={`${id}-list`} role="listbox" aria-label="Commands" className={styles.list}>
          {palette_groups.map((group) => {
            const rows = entries.filter((entry) => entry.group === group)
            if (rows.length === 0) return null
            return (
              <div key={group} role="group" aria-labelledby={`${id}-${group.replace(' ', '-')}`}>
                <div id={`${id}-${group.replace(' ', '-')}`} className={styles.group} role="presentation">
                  {group}
                </div>
                {rows.map((entry) => (
                  <Row
                    key={entry.key}
                    id={optionId(entry)}
                    entry={entry}
                    isActive={entry === active}
                    onRun={(inNewTab) => run(entry, inNewTab)}
                  />
                ))}
              </div>
            )
          })}
        </div>
        {entries.length === 0 && !isOpenStill && (
          <p className={styles.none} role="status">
            Nothing matches.
          </p>
        )}
      </div>
    </div>,
    document.body,
  )
}

function Row({
  id,
  entry,
  isActive,
  onRun,
}: {
  id: string
  entry: PaletteEntry
  isActive: boolean
  onRun: (inNewTab: boolean) => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are heard by the combobox, which keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.row}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => onRun(event.ctrlKey || event.metaKey)}
    >
      <Icon className={styles.rowIcon} of={entry.icon} size={18} />
      <span className={styles.label}>{entry.label}</span>
      {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
      {entry.keys && (
        <span className={styles.keys} aria-hidden="true">
          {entry.keys.split(' ').map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </div>
  )
}

/** Looks up the record with the typed reference during a pause in typing. */
function useFoundRecord(typed: string): { found: PaletteEntry | null; isLooking: boolean } {
  const { me } = useAccess()
  const reference = typed.trim().toUpperCase()
  const [found, setFound] = useState<{ reference: string; entry: PaletteEntry | null } | null>(null)
  const viewerIsStaff = isStaff(me)
  useEffect(() => {
    if (!mayBeReference(reference)) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call(searchApi.navSearch, { search_query: reference }, { signal: stop.signal }).then(
        ({ type, data, count }) =>
          setFound({
            reference,
            entry: {
              key: 'found',
              group: 'Records',
              label: data.reference,
              hint: count > 1 ? `${hit_names[type]}, newest of ${count}` : hit_names[type],
              icon: IconSearch,
              to: addressOfHit(type, data, viewerIsStaff),
              isAlways: true,
            },
          }),
        // No error is shown here. 'Find reference' shows it when the user chooses that entry.
        () => setFound({ reference, entry: null }),
      )
    }, typing_pause_ms)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [reference, viewerIsStaff])
  const isKnown = found?.reference === reference
  return { found: isKnown ? found.entry : null, isLooking: mayBeReference(reference) && !isKnown }
}

/** Moves the focus to the input, makes the page behind inert, and restores the focus at the end. */
function useLayer(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement
    const root = document.getElementById('root')
    const wasInert = root?.hasAttribute('inert') ?? false
    input.current?.focus({ preventScroll: true })
    root?.setAttribute('inert', '')
    return () => {
      if (!wasInert) root?.removeAttribute('inert')
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [input])
}
