import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../../kit/icons/icons.ts'
import { useState } from 'react'
import { standaloneField } from '../../../kit/form/FieldFrame.tsx'
import { TextField } from '../../../kit/form/TextField.tsx'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import type { ControlProps } from '../control.ts'
import controls from '../controls.module.css'
import styles from './texts-editor.module.css'
import { moved } from './move-entry.ts'

/** Editor for a list of short texts, with keyboard-accessible buttons to add, remove and reorder them. */
export function TextsEditor({
  control,
  label,
  name,
  value,
  onChange,
  off,
  error,
}: ControlProps<'texts'> & { value: string[] }) {
  const [added, setAdded] = useState('')
  const isThere = value.some((one) => one.trim().toLowerCase() === added.trim().toLowerCase())
  const add = (): void => {
    if (added.trim() === '' || isThere) return
    onChange([...value, added.trim()])
    setAdded('')
  }
  return (
    <div className={controls.stack}>
      <ol className={styles.entries} aria-label={label}>
        {value.map((text, at) => (
          <li key={at} className={styles.entry}>
            <TextField
              {...standaloneField(`${name}.${at}`, text, (next) =>
                onChange(value.map((one, index) => (index === at ? next : one))),
              )}
              label={`${label}, ${control.noun} ${at + 1}`}
              hideLabel
              size="sm"
              maxLength={control.max}
              off={off}
            />
            {!off && (
              <>
                <IconButton
                  icon={IconArrowUp}
                  size="sm"
                  variant="ghost"
                  label={`Move ${text} up`}
                  onClick={() => onChange(moved(value, at, -1))}
                />
                <IconButton
                  icon={IconArrowDown}
                  size="sm"
                  variant="ghost"
                  label={`Move ${text} down`}
                  onClick={() => onChange(moved(value, at, 1))}
                />
                <IconButton
                  icon={IconX}
                  size="sm"
                  variant="ghost"
                  label={`Remove ${text}`}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      {!off && (
        <form
          className={styles.entry}
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <TextField
            {...standaloneField(`${name}.new`, added, setAdded)}
            label={`New ${control.noun} for ${label.toLowerCase()}`}
            hideLabel
            size="sm"
            placeholder={`Add a ${control.noun}…`}
            maxLength={control.max}
            autoComplete="off"
            error={isThere && added.trim() ? `${added.trim()} is already in the list.` : undefined}
          />
          <Button size="sm" icon={IconPlus} type="submit">
            Add
          </Button>
        </form>
      )}
      {off && value.length === 0 && <span className={controls.quiet}>None</span>}
      {error && <span className={controls.error}>{error}</span>}
    </div>
  )
}
