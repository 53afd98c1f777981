import type { CustomField } from '@waybill/domain/accounts/settings'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import type { Answers } from './custom-values.ts'

/** Inputs for the company's custom fields of accounts, each according to its type (SET: accounts). */
export function CustomFieldInputs({
  fields,
  values,
  set,
  errors,
}: {
  fields: readonly CustomField[]
  values: Answers
  set: (values: Answers) => void
  errors: Readonly<Record<string, string>>
}) {
  const bind = <Value extends string | boolean | null>(key: string, value: Value): FieldBinding<Value> => ({
    ...standaloneField<Value>(`custom_fields.${key}`, value, (next) => set({ ...values, [key]: next ?? '' })),
    error: errors[`custom_fields.${key}`],
  })
  return fields.map(({ key, label, type, options, required }) => {
    const value = values[key] ?? ''
    const text = typeof value === 'string' ? value : ''
    if (type === 'checkbox') return <Checkbox key={key} {...bind(key, value === true)} label={label} />
    if (type === 'select')
      return (
        <SelectField
          key={key}
          {...bind<string | null>(key, text || null)}
          label={label}
          options={options.map((option) => ({ value: option, label: option }))}
          clearable
          optional={!required}
        />
      )
    if (type === 'date')
      return (
        <DateField key={key} {...bind<string | null>(key, text || null)} label={label} optional={!required} />
      )
    return (
      <TextField
        key={key}
        {...bind(key, text)}
        label={label}
        optional={!required}
        {...(type === 'number' ? { inputMode: 'decimal' as const } : {})}
        maxLength={255}
      />
    )
  })
}
