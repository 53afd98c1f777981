import type { NamedThing } from '@waybill/domain/kit/setting-control'
import { SelectField } from '../../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../../kit/form/TextField.tsx'
import { useNames } from '../../pages/use-names.ts'
import type { ControlProps } from '../control.ts'
import { fieldOf } from '../field-of.ts'
import { optionsWithStored, thingOf } from './named-options.ts'

/**
 * Editor for the name of an existing object, such as a branch: a choice of the existing ones, or free text when the
 * kind of object is not known.
 */
export function NamedEditor(props: ControlProps<'named'> & { value: string }) {
  const thing = thingOf(props.control.of, props.row)
  const field = fieldOf<string>({ ...props, onChange: (value) => props.onChange(storedAs(thing, value)) })
  return thing ? (
    <Choice thing={thing} field={field} />
  ) : (
    <TextField {...field} maxLength={props.control.max} autoComplete="off" width={320} />
  )
}

function Choice({ thing, field }: { thing: NamedThing; field: ReturnType<typeof fieldOf<string>> }) {
  const names = useNames(thing)
  const options = names === null ? [{ value: field.value, label: '' }] : optionsWithStored(names, field.value)
  return <SelectField {...field} options={options} clearable none="" width={320} />
}

/** Returns the value to store for a choice: a number for branch ids, otherwise the name. */
function storedAs(thing: NamedThing | null, value: unknown): unknown {
  if (thing !== 'branch id') return value
  return value === null || value === '' ? null : Number(value)
}
