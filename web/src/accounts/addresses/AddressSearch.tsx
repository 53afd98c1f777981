import { IconAddressBook, IconMapPin, IconPencil, IconSearch } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import type { AddressParts } from '@waybill/domain/accounts/address'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { AddressBookEntry } from '@waybill/domain/accounts/model'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { endpointQuery, sentenceOf } from '../../kit/api/index.ts'
import fieldStyles from '../../kit/form/field.module.css'
import { controlClass, FieldFrame, type FieldAppearance } from '../../kit/form/FieldFrame.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { useEnterOnceFound } from '../../kit/form/choices/use-search.ts'
import { useSettled } from '../../kit/form/choices/use-settled.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Icon, type IconShape } from '../../kit/ui/buttons/Icon.tsx'
import { Popover } from '../../kit/ui/layers/Popover.tsx'
import styles from './address-search.module.css'
import {
  entryLine,
  suburbLine,
  withAddress,
  withPlace,
  type AddressSuggestion,
  type PlaceSearch,
} from './address-suggestion.ts'
import { splitAddress } from './split-address.ts'

/** Time without typing, in ms, before suburbs are searched. */
const pause_ms = 150
const max_entries = 5

interface Choice {
  key: string
  icon: IconShape
  title: string
  note: string
  choose: () => void
}

export interface AddressSearchProps extends FieldBinding<AddressParts>, FieldAppearance {
  placeSearch: PlaceSearch
  /** The account whose address book is offered; `null` for none. */
  account_id?: number | null
  onEntry?: (entry: AddressBookEntry) => void
  /** Called after a place was chosen or an address was pasted; the fields then display it for confirmation. */
  onPlace?: () => void
  /** Called when the user chooses to enter the address by hand. */
  onManual?: () => void
  placeholder?: string
}

/**
 * Search box for addresses: offers entries of the account's address book first, then places. Pasting a whole address
 * splits it into its parts.
 */
export function AddressSearch(props: AddressSearchProps) {
  const { value, onChange, onLeave, placeSearch, account_id = null, onEntry, onPlace, onManual } = props
  const me = useMe()
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [session, setSession] = useState<string>(() => crypto.randomUUID())
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const error = props.error ?? problem ?? undefined
  const input = useRef<HTMLInputElement>(null)
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const [takesFirst, setTakesFirst] = useState(false)
  const wanted = useSettled(typed?.trim() ?? '', pause_ms)
  const seesBook = onEntry !== undefined && account_id !== null && mayCall(me, accountsApi.addressBook)
  const book = useQuery({
    ...endpointQuery(accountsApi.addressBook, {
      account_id: account_id ?? undefined,
      search: wanted || undefined,
      limit: max_entries,
    }),
    enabled: seesBook && isOpen,
  })
  const places = useQuery({
    queryKey: ['places', wanted],
    queryFn: ({ signal }) => placeSearch.find(wanted, session, signal),
    enabled: isOpen && wanted.length >= 2,
    staleTime: Infinity,
  })
  const isSearching =
    typed !== null && (typed.trim() !== wanted || (isOpen && (places.isFetching || book.isFetching)))
  const close = (): void => {
    setOpen(false)
    setTyped(null)
    setMovedTo(null)
    setTakesFirst(false)
  }
  const take = async (place: AddressSuggestion): Promise<void> => {
    setProblem(null)
    if (place.place_id === '') {
      onChange(withPlace(value, place, typed ?? ''))
      onPlace?.()
      return
    }
    setChosen(place.label)
    try {
      onChange(withAddress(value, await placeSearch.addressOf(place.place_id, session)))
      onPlace?.()
    } catch (thrown) {
      setProblem(sentenceOf(thrown))
    } finally {
      setChosen(null)
      setSession(crypto.randomUUID())
    }
  }
  const choices: Choice[] = [
    ...(seesBook ? (book.data?.address_books ?? []) : []).map((entry) => ({
      key: `book-${entry.id}`,
      icon: IconAddressBook,
      title: entry.name || entry.contact_name,
      note: entryLine(entry),
      choose: () => onEntry?.(entry),
    })),
    ...(wanted.length >= 2 ? (places.data ?? []) : []).map((place) => ({
      key: `place-${place.place_id}${place.label}`,
      icon: IconMapPin,
      title: place.label,
      note: '',
      choose: () => void take(place),
    })),
    ...(onManual && typed?.trim()
      ? [
          {
            key: 'manual',
            icon: IconPencil,
            title: 'Enter the address by hand',
            note: '',
            choose: () => {
              if (!value.street_address) onChange({ ...value, street_address: typed.trim() })
              onManual()
            },
          },
        ]
      : []),
  ]
  const moved = choices.findIndex(({ key }) => key === movedTo)
  const at = moved >= 0 ? moved : takesFirst || typed?.trim() ? 0 : -1
  const moveTo = (index: number): void => setMovedTo(choices[index]?.key ?? null)
  const choose = (choice: Choice | undefined): void => {
    if (!choice) return
    choice.choose()
    close()
  }
  const enter = useEnterOnceFound(isSearching, () => {
    choose(choices[at])
    if (!choices[at] && document.activeElement !== input.current) close()
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) moveTo(Math.max(0, Math.min(choices.length - 1, at + step)))
      else {
        setTakesFirst(true)
        setOpen(true)
      }
    } else if (event.key === 'Enter' && isOpen) {
      if (isSearching && moved < 0) enter.wait()
      else if (!choices[at]) return
      else choose(choices[at])
      event.preventDefault()
    }
  }
  return (
    <FieldFrame binding={{ ...props, error }} appearance={props}>
      {(wiring) => (
        <div ref={frame} className={controlClass(props, error)}>
          <Icon of={IconSearch} size={16} />
          <input
            {...wiring}
            ref={input}
            role="combobox"
            aria-expanded={isOpen && choices.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && choices[at] ? `${listId}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            readOnly={Boolean(props.off)}
            placeholder={props.placeholder ?? 'Name, suburb or postal code'}
            className={fieldStyles.input}
            aria-busy={chosen !== null}
            value={typed ?? chosen ?? suburbLine(value)}
            onFocus={(event) => event.target.select()}
            onClick={() => {
              if (seesBook) setOpen(true)
            }}
            onChange={(event) => {
              enter.forget()
              setTyped(event.target.value)
              setProblem(null)
              setMovedTo(null)
              setOpen(true)
            }}
            onPaste={(event) => {
              const address = splitAddress(event.clipboardData.getData('text'))
              if (!address || !onPlace) return
              event.preventDefault()
              onChange({ ...address, company: value.company, type: value.type })
              onPlace()
              close()
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (!enter.isWaiting) close()
              onLeave()
            }}
          />
          {isOpen && (choices.length > 0 || wanted.length >= 2) && (
            <Popover anchor={frame} onClose={close} matchWidth takesFocus={false} role="presentation">
              <ChoiceList
                id={listId}
                label={props.label}
                choices={choices}
                at={at}
                note={noteOf(isSearching, places.isError, choices.length, places.data ?? [])}
                onAt={moveTo}
                onChoose={choose}
              />
            </Popover>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function noteOf(
  isFetching: boolean,
  isError: boolean,
  found: number,
  places: readonly AddressSuggestion[],
): string | null {
  if (isError) return 'Suggestions are not available now. Enter the address by hand.'
  if (isFetching && found === 0) return 'Searching…'
  // Google requires attribution when its places are displayed without a map.
  if (places.some(({ place_id }) => place_id !== '')) return 'Google Maps'
  return found === 0 ? 'Nothing matches. Try the suburb or the postal code.' : null
}

function ChoiceList({
  id,
  label,
  choices,
  at,
  note,
  onAt,
  onChoose,
}: {
  id: string
  label: string
  choices: readonly Choice[]
  at: number
  note: string | null
  onAt: (index: number) => void
  onChoose: (choice: Choice) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={fieldStyles.list}>
      {choices.map((choice, index) => (
        <div
          key={choice.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          className={fieldStyles.option}
          {...(index === at ? { 'data-at': '' } : {})}
          onPointerMove={() => onAt(index)}
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(choice)
          }}
        >
          <Icon of={choice.icon} size={16} className={styles.choiceIcon ?? ''} />
          <span className={styles.choice}>
            {choice.title}
            {choice.note && <span className={styles.choiceNote}>{choice.note}</span>}
          </span>
        </div>
      ))}
      {note && <p className={fieldStyles.more}>{note}</p>}
    </div>
  )
}
