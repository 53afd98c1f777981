import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popover } from '../ui/Popover.tsx'
import { formatCount } from '../ui/numbers.ts'
import { usePhone } from '../ui/use-phone.ts'
import styles from './field.module.css'
import { controlClass, FieldFrame, type ControlWiring, type FieldLook } from './FieldFrame.tsx'
import type { FieldBinding } from './use-form.ts'

export interface Option<Value extends string | number> {
  value: Value
  label: string
  /** At the right of the option, such as a code. */
  hint?: string
  /** Also found by these words. */
  words?: string
  off?: boolean
}

/** This many options are shown at once; the rest is '+ N more'. */
export const most_options = 100

export interface SelectFieldProps<Value extends string | number>
  extends FieldBinding<Value | null>, FieldLook {
  options: readonly Option<Value>[]
  placeholder?: string
  /** Offers an empty choice. */
  clearable?: boolean
  /** Asks for options as the person types; without it the given options are narrowed here. */
  onSearch?: (text: string) => void
  isSearching?: boolean
  prefix?: ReactNode
}

/**
 * One of several: a searchable list, or the phone's own picker below 10 options. Esc restores the former value.
 */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const isPhone = usePhone()
  const isNative = isPhone && props.options.length < 10 && !props.onSearch
  return (
    <FieldFrame binding={props} look={props}>
      {(wiring) =>
        isNative ? <NativeSelect {...props} wiring={wiring} /> : <ListSelect {...props} wiring={wiring} />
      }
    </FieldFrame>
  )
}

type Wired<Value extends string | number> = SelectFieldProps<Value> & { wiring: ControlWiring }

function NativeSelect<Value extends string | number>(props: Wired<Value>) {
  const { options, value, onChange, onLeave, wiring, placeholder = 'Choose…', clearable } = props
  return (
    <div className={controlClass(props, props.error)}>
      <select
        {...wiring}
        className={styles.select}
        value={value === null ? '' : String(value)}
        disabled={Boolean(props.off)}
        onBlur={onLeave}
        onChange={(event) =>
          onChange(options.find((option) => String(option.value) === event.target.value)?.value ?? null)
        }
      >
        {(value === null || clearable) && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={String(option.value)} disabled={option.off}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={IconChevronDown} size={16} />
    </div>
  )
}

function ListSelect<Value extends string | number>(props: Wired<Value>) {
  const { options, value, onChange, onLeave, wiring, placeholder = 'Choose…', onSearch, prefix } = props
  const list_id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const found = onSearch ? options : narrowed(options, typed ?? '')
  const shown = found.slice(0, most_options)
  const open = (): void => {
    if (props.off) return
    setAt(
      Math.max(
        0,
        shown.findIndex((option) => option.value === value),
      ),
    )
    setOpen(true)
  }
  const close = (): void => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (option: Option<Value> | undefined): void => {
    if (!option || option.off) return
    onChange(option.value)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) setAt(Math.max(0, Math.min(shown.length - 1, at + step)))
      else open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(shown[at])
    } else if (event.key === 'Tab') close()
  }
  return (
    <div ref={frame} className={controlClass(props, props.error)}>
      {prefix}
      <input
        {...wiring}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list_id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[at] ? `${list_id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={Boolean(props.off)}
        className={styles.input}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ''}
        onClick={() => (isOpen ? undefined : open())}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value)
          onSearch?.(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (props.clearable && typed === '') onChange(null)
          close()
          onLeave()
        }}
      />
      {props.clearable && value !== null && !props.off && (
        <IconButton
          label={`Clear ${props.label}`}
          icon={IconX}
          size="xs"
          tooltip={false}
          tabIndex={-1}
          onClick={() => onChange(null)}
        />
      )}
      <Icon of={IconChevronDown} size={16} className={styles.chevron ?? ''} />
      {isOpen && (
        <Popover anchor={frame} onClose={close} matchWidth takesFocus={false} role="presentation">
          <OptionList
            id={list_id}
            label={props.label}
            options={shown}
            more={found.length - shown.length}
            at={at}
            value={value}
            note={props.isSearching ? 'Searching…' : found.length === 0 ? 'Nothing matches.' : null}
            onAt={setAt}
            onChoose={choose}
          />
        </Popover>
      )}
    </div>
  )
}

function OptionList<Value extends string | number>({
  id,
  label,
  options,
  more,
  at,
  value,
  note,
  onAt,
  onChoose,
}: {
  id: string
  label: string
  options: readonly Option<Value>[]
  more: number
  at: number
  value: Value | null
  note: string | null
  onAt: (index: number) => void
  onChoose: (option: Option<Value>) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={styles.list}>
      {options.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={option.value === value}
          aria-disabled={option.off || undefined}
          tabIndex={-1}
          className={styles.option}
          {...(index === at ? { 'data-at': '' } : {})}
          onPointerMove={() => onAt(index)}
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(option)
          }}
        >
          <span>{option.label}</span>
          {option.hint && <span className={styles.optionHint}>{option.hint}</span>}
        </div>
      ))}
      {more > 0 && <p className={styles.more}>{`+ ${formatCount(more)} more`}</p>}
      {note && <p className={styles.more}>{note}</p>}
    </div>
  )
}

/** The options whose label, hint or words hold every typed word; those that begin with the text come first. */
export function narrowed<Value extends string | number>(
  options: readonly Option<Value>[],
  text: string,
): readonly Option<Value>[] {
  const wanted = plain(text)
  if (wanted === '') return options
  const words = wanted.split(' ')
  const found = options.filter((option) => {
    const held = plain(`${option.label} ${option.hint ?? ''} ${option.words ?? ''}`)
    return words.every((word) => held.includes(word))
  })
  return [...found].sort(
    (a, b) => Number(plain(b.label).startsWith(wanted)) - Number(plain(a.label).startsWith(wanted)),
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
