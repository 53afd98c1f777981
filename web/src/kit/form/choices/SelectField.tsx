import { IconChevronDown, IconX } from '../../icons/kit-icons.ts'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/buttons/Icon.tsx'
import { Popover } from '../../ui/layers/Popover.tsx'
import { usePhone } from '../../ui/page-layout/use-phone.ts'
import shared from '../field.module.css'
import styles from './select-field.module.css'
import { controlClass, FieldFrame, type ControlWiring, type FieldAppearance } from '../FieldFrame.tsx'
import { OptionList } from './OptionList.tsx'
import { mayClear, max_options, narrowed, type Option } from './options.ts'
import type { FieldBinding } from '../use-form.ts'
import { useEnterOnceFound } from './use-search.ts'

export type { Option } from './options.ts'

export interface SelectFieldProps<Value extends string | number, Held extends Value | null>
  extends FieldBinding<Held>, FieldAppearance {
  options: readonly Option<Value>[]
  placeholder?: string
  /** Offers an empty choice, with the value `none`. */
  clearable?: boolean
  /** The value of the empty choice: `null` unless the form uses another value, such as `''`. */
  none?: Held
  /** Requests options as the user types, best match first; without it, the given options are filtered locally. */
  onSearch?: (text: string) => void
  /** Whether the options do not yet match the latest typed text. */
  isSearching?: boolean
  prefix?: ReactNode
  /** The `autocomplete` attribute of the phone’s native select. */
  autoComplete?: string
}

/**
 * A field to choose one of several options: a searchable list, or the native select on phones with fewer than 10
 * options. Enter chooses the best match for the typed text and waits for the result if the server searches; Esc
 * restores the previous value.
 */
export function SelectField<Value extends string | number, Held extends Value | null>(
  props: SelectFieldProps<Value, Held>,
) {
  const isPhone = usePhone()
  const isNative = isPhone && props.options.length < 10 && !props.onSearch
  return (
    <FieldFrame binding={props} appearance={props}>
      {(wiring) =>
        isNative ? <NativeSelect {...props} wiring={wiring} /> : <ListSelect {...props} wiring={wiring} />
      }
    </FieldFrame>
  )
}

type Wired<Value extends string | number, Held extends Value | null> = SelectFieldProps<Value, Held> & {
  wiring: ControlWiring
}

function NativeSelect<Value extends string | number, Held extends Value | null>(props: Wired<Value, Held>) {
  const {
    options,
    value,
    onChange,
    onLeave,
    wiring,
    placeholder = 'Choose…',
    none = null as Held,
    clearable,
  } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <div className={controlClass(props, props.error)}>
      <select
        {...wiring}
        autoComplete={props.autoComplete}
        className={styles.select}
        value={value === null ? '' : String(value)}
        disabled={Boolean(props.off)}
        onBlur={onLeave}
        onChange={(event) =>
          onChange(
            (options.find((option) => String(option.value) === event.target.value)?.value ?? none) as Held,
          )
        }
      >
        {(value === none || mayClear(clearable, chosen)) && (
          <option className={styles.selectOption} value="">
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option
            className={styles.selectOption}
            key={option.value}
            value={String(option.value)}
            disabled={option.disabled}
          >
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={IconChevronDown} size={16} className={styles.chevronOver} />
    </div>
  )
}

function ListSelect<Value extends string | number, Held extends Value | null>(props: Wired<Value, Held>) {
  const {
    options,
    value,
    onChange,
    onLeave,
    wiring,
    placeholder = 'Choose…',
    none = null as Held,
    onSearch,
    prefix,
  } = props
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [movedTo, setMovedTo] = useState<Value | null>(null)
  const [picked, setPicked] = useState<Option<Value> | null>(null)
  const chosen =
    options.find((option) => option.value === value) ?? (picked?.value === value ? picked : undefined)
  const isSearching = Boolean(onSearch && props.isSearching && typed !== null)
  const found = onSearch && !isSearching ? options : narrowed(options, typed ?? '')
  const shown = found.slice(0, max_options)
  const at = highlighted(shown, movedTo, typed, value)
  const moveTo = (index: number): void => setMovedTo(shown[index]?.value ?? null)
  const open = (): void => {
    if (!props.off) setOpen(true)
  }
  const close = (): void => {
    setOpen(false)
    setMovedTo(null)
    setTyped(null)
    if (typed !== null) onSearch?.('')
  }
  /** Closes the list when the focus leaves the field; if the text was emptied, clears the value. */
  const leave = (): void => {
    if (mayClear(props.clearable, chosen) && typed === '') onChange(none)
    close()
  }
  const choose = (option: Option<Value> | undefined): void => {
    if (!option || option.disabled) return
    setPicked(option)
    onChange(option.value as Held)
    close()
  }
  const enter = useEnterOnceFound(isSearching, () => {
    choose(shown[at])
    if (!shown[at] && document.activeElement !== input.current) close()
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen && event.altKey && event.key === 'ArrowUp') close()
      else if (isOpen) moveTo(Math.max(0, Math.min(shown.length - 1, at + step)))
      else open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      if (isSearching && movedTo === null) enter.wait()
      else choose(shown[at])
    } else if (event.key === 'Tab' && !enter.isWaiting) leave()
  }
  return (
    <div ref={frame} className={controlClass(props, props.error)}>
      {prefix}
      <input
        {...wiring}
        ref={input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[at] ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={Boolean(props.off)}
        className={shared.input}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ''}
        onClick={() => (isOpen ? undefined : open())}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          enter.forget()
          setTyped(event.target.value)
          onSearch?.(event.target.value)
          setMovedTo(null)
          setOpen(true)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (!enter.isWaiting) leave()
          onLeave()
        }}
      />
      {mayClear(props.clearable, chosen) && value !== none && !props.off && (
        <IconButton
          label={`Clear ${props.label}`}
          icon={IconX}
          size="xs"
          tooltip={false}
          tabIndex={-1}
          onClick={() => onChange(none)}
        />
      )}
      <Icon of={IconChevronDown} size={16} className={styles.chevron ?? ''} />
      {isOpen && (
        <Popover
          anchor={frame}
          onClose={(by) => (by === 'Esc' ? close() : leave())}
          matchWidth
          takesFocus={false}
          role="presentation"
        >
          <OptionList
            id={listId}
            label={props.label}
            options={shown}
            more={found.length - shown.length}
            at={at}
            value={value}
            note={isSearching ? 'Searching…' : found.length === 0 ? 'Nothing matches.' : null}
            onAt={moveTo}
            onChoose={choose}
          />
        </Popover>
      )}
    </div>
  )
}

/**
 * Returns the index of the option that Enter chooses: the one moved to, otherwise the best match for the typed text,
 * otherwise the chosen one; -1 (none) if the text was only deleted.
 */
export function highlighted<Value extends string | number>(
  shown: readonly Option<Value>[],
  movedTo: Value | null,
  typed: string | null,
  chosen: Value | null,
): number {
  const moved = movedTo === null ? -1 : shown.findIndex(({ value }) => value === movedTo)
  if (moved >= 0) return moved
  if (typed === null)
    return Math.max(
      0,
      shown.findIndex(({ value }) => value === chosen),
    )
  return typed.trim() === '' ? -1 : 0
}
