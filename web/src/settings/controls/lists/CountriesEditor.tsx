import { countries } from '@waybill/domain/kit/contacts/countries'
import { IconX } from '../../../kit/icons/icons.ts'
import { SelectField } from '../../../kit/form/choices/SelectField.tsx'
import { IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Tag } from '../../../kit/ui/values/Value.tsx'
import type { ControlProps } from '../control.ts'
import controls from '../controls.module.css'
import styles from './countries-editor.module.css'
import { fieldOf } from '../field-of.ts'

/** Editor for a list of countries, added by name and removed one by one. */
export function CountriesEditor(props: ControlProps<'countries'> & { value: string[] }) {
  const { value, onChange, label, off } = props
  const options = countries
    .filter(({ name }) => !value.includes(name))
    .map(({ code, name }) => ({ value: name, label: name, hint: code }))
  return (
    <div className={controls.stack}>
      {value.length > 0 && (
        <ul className={styles.tags} aria-label={label}>
          {value.map((name) => (
            <li className={styles.tagsItem} key={name}>
              <Tag>{name}</Tag>
              {!off && (
                <IconButton
                  icon={IconX}
                  size="xs"
                  variant="ghost"
                  label={`Remove ${name}`}
                  onClick={() => onChange(value.filter((one) => one !== name))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!off && (
        <SelectField
          {...fieldOf<string | null>({
            ...props,
            onChange: (name) => name !== null && onChange([...value, String(name)]),
          })}
          value={null}
          label={`Add to ${label.toLowerCase()}`}
          options={options}
          placeholder="Add a country…"
          width={320}
        />
      )}
      {off && value.length === 0 && <span className={controls.quiet}>None</span>}
    </div>
  )
}
