import { IconArrowUp, IconX } from '../../kit/icons/icons.ts'
import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField, type Option } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import zone from '../zone.module.css'
import styles from './chosen-list.module.css'

/** Field for several values from a list, optionally in a chosen order. */
export function ChosenList({
  binding,
  label,
  hint,
  options,
  noun,
  isOrdered = false,
  mayAddNew = false,
  optional = false,
}: {
  binding: FieldBinding<string[]>
  label: string
  hint: string
  options: readonly Option<string>[]
  /** Singular name of an item: `driver`. */
  noun: string
  isOrdered?: boolean
  /** Whether values that are not in the list can be typed. */
  mayAddNew?: boolean
  optional?: boolean
}) {
  const { value, onChange, error, register, name } = binding
  const [typed, setTyped] = useState('')
  register(label)
  const left = options.filter((option) => !value.includes(option.value))
  const add = (one: string | null): void => {
    const clean = one?.trim() ?? ''
    if (clean !== '' && !value.some((known) => known.toLowerCase() === clean.toLowerCase()))
      onChange([...value, clean])
    setTyped('')
  }
  return (
    <fieldset className={zone.group} name={name}>
      <legend className={zone.groupLegend}>
        {label}
        {optional && <span className={zone.quiet}> (optional)</span>}
      </legend>
      <p className={zone.hint}>{hint}</p>
      {value.length > 0 && (
        <ul className={styles.chosen}>
          {value.map((one, at) => {
            const text = options.find((option) => option.value === one)?.label ?? one
            return (
              <li className={styles.chosenItem} key={one}>
                <span>{isOrdered && value.length > 1 ? `${at + 1}. ${text}` : text}</span>
                {isOrdered && at > 0 && (
                  <IconButton
                    size="xs"
                    icon={IconArrowUp}
                    label={`Move ${text} up`}
                    onClick={() => onChange(value.toSpliced(at, 1).toSpliced(at - 1, 0, one))}
                  />
                )}
                <IconButton
                  size="xs"
                  icon={IconX}
                  label={`Take ${text} out`}
                  onClick={() => onChange(value.toSpliced(at, 1))}
                />
              </li>
            )
          })}
        </ul>
      )}
      {left.length > 0 && (
        <SelectField<string, string | null>
          {...standaloneField<string | null>(`${name}.add`, null, add)}
          label={`Add a ${noun}`}
          hideLabel
          placeholder={`Add a ${noun}…`}
          options={left}
        />
      )}
      {mayAddNew && (
        <div
          className={styles.addNew}
          role="presentation"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
            event.preventDefault()
            add(typed)
          }}
        >
          <TextField
            {...standaloneField(`${name}.new`, typed, setTyped)}
            label={`New ${noun}`}
            hideLabel
            placeholder={`New ${noun}`}
            maxLength={60}
            autoComplete="off"
          />
          <Button onClick={() => add(typed)}>Add</Button>
        </div>
      )}
      {error && (
        <p className={zone.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
