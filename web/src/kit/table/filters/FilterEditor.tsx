import { IconSearch } from '../../icons/kit-icons.ts'
import { useState, type KeyboardEvent } from 'react'
import { Checkbox, RadioGroup } from '../../form/choices/Choices.tsx'
import { DateField } from '../../form/dates/DateField.tsx'
import { standaloneField } from '../../form/FieldFrame.tsx'
import { max_options, narrowed } from '../../form/choices/options.ts'
import { TextField } from '../../form/TextField.tsx'
import { moveByArrows } from '../../ui/arrow-keys.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { formatCount } from '../../ui/values/numbers.ts'
import { date_presets, daysOf } from './date-filter.ts'
import type { Filter, FilterValue } from './filters.ts'
import table from '../table.module.css'
import styles from './filter-editor.module.css'

interface EditorProps {
  filter: Filter
  value: FilterValue | null
  onChange: (value: FilterValue | null) => void
}

/** The editor of a filter; every choice applies at once. */
export function FilterEditor(props: EditorProps) {
  if (props.filter.kind === 'date') return <DateEditor {...props} />
  if (props.filter.kind === 'flag')
    return (
      <div className={table.panelRow}>
        <Checkbox
          {...standaloneField(props.filter.key, props.value !== null, (isOn) =>
            props.onChange(isOn ? { values: ['yes'], isNot: false } : null),
          )}
          label={props.filter.label}
        />
      </div>
    )
  return <ChoiceEditor {...props} />
}

function ChoiceEditor({ filter, value, onChange }: EditorProps) {
  const [typed, setTyped] = useState('')
  const chosen = value?.values ?? []
  const isNot = value?.isNot ?? false
  const set = (values: readonly string[]): void => onChange(values.length > 0 ? { values, isNot } : null)
  const choose = (one: string): void =>
    set(
      chosen.includes(one)
        ? chosen.filter((other) => other !== one)
        : [...(filter.single ? [] : chosen), one],
    )
  const options = filter.options ?? []
  const found = filter.onSearch ? options : narrowed(options, typed)
  const search = (text: string): void => {
    setTyped(text)
    filter.onSearch?.(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveByArrows(event, 'input')
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (target.type === 'checkbox') target.click()
    // If the server searches, the best match may not have arrived yet, so Enter chooses nothing.
    else if (typed.trim() !== '' && found[0] && !filter.onSearch) choose(found[0].value)
  }
  return (
    <div onKeyDown={onKeyDown}>
      {(options.length > 8 || filter.onSearch) && (
        <div className={table.panelSearch}>
          <TextField
            {...standaloneField('find', typed, search)}
            label={`Find in ${filter.label.toLowerCase()}`}
            hideLabel
            size="sm"
            icon={IconSearch}
            placeholder="Type to narrow"
          />
        </div>
      )}
      <div className={table.panelList} role="group" aria-label={filter.label}>
        {typed === '' &&
          filter.groups?.map((group) => (
            <div key={group.label} className={table.panelRow}>
              <Checkbox
                {...standaloneField(
                  group.label,
                  group.values.every((one) => chosen.includes(one)),
                  (isOn) =>
                    set(
                      isOn
                        ? [...new Set([...chosen, ...group.values])]
                        : chosen.filter((one) => !group.values.includes(one)),
                    ),
                )}
                label={<b>{group.label}</b>}
              />
            </div>
          ))}
        {found.slice(0, max_options).map((option) => (
          <div key={option.value} className={table.panelRow}>
            <Checkbox
              {...standaloneField(option.value, chosen.includes(option.value), () => choose(option.value))}
              label={option.label}
            />
            <Button variant="link" className={table.only ?? ''} onClick={() => set([option.value])}>
              Only
            </Button>
          </div>
        ))}
        {found.length > max_options && (
          <div className={table.panelRow}>{`+ ${formatCount(found.length - max_options)} more`}</div>
        )}
        {found.length === 0 && <div className={table.panelRow}>Nothing matches.</div>}
      </div>
      {(filter.negatable || chosen.length > 0) && (
        <div className={table.panelFoot}>
          {filter.negatable ? (
            <Checkbox
              {...standaloneField(
                'not',
                isNot,
                (next) => chosen.length > 0 && onChange({ values: chosen, isNot: next }),
              )}
              label="Is not"
            />
          ) : (
            <span>{chosen.length} chosen</span>
          )}
          <Button variant="link" onClick={() => onChange(null)}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}

function DateEditor({ filter, value, onChange }: EditorProps) {
  const text = value?.values[0] ?? ''
  const range = text.includes('..') ? daysOf(text, new Date()) : null
  const setRange = (from: string | null, until: string | null): void => {
    const [first, last] = [from ?? until, until ?? from]
    if (first && last)
      onChange({ values: [first <= last ? `${first}..${last}` : `${last}..${first}`], isNot: false })
  }
  return (
    <>
      <div className={styles.presets}>
        <RadioGroup
          {...standaloneField(`${filter.key}-preset`, text, (preset: string) =>
            onChange({ values: [preset], isNot: false }),
          )}
          label={filter.label}
          choices={date_presets.map(([preset, label]) => ({ value: preset as string, label }))}
        />
      </div>
      <div className={styles.dates}>
        <DateField
          {...standaloneField(`${filter.key}-from`, range?.from ?? null, (day) =>
            setRange(day, range?.until ?? null),
          )}
          label="From"
          size="sm"
        />
        <DateField
          {...standaloneField(`${filter.key}-until`, range?.until ?? null, (day) =>
            setRange(range?.from ?? null, day),
          )}
          label="To"
          size="sm"
        />
        <Button variant="link" onClick={() => onChange(null)}>
          Any time
        </Button>
      </div>
    </>
  )
}
