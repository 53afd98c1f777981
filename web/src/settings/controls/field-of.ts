import type { FieldBinding } from '../../kit/form/use-form.ts'
import type { ControlProps } from './control.ts'

/** A control as a field of the kit, its label only heard: the row beside it says the title. */
export function fieldOf<Value>({ name, label, value, onChange, off, error }: Omit<ControlProps, 'control'>) {
  const binding: FieldBinding<Value> = {
    name,
    value: value as Value,
    onChange,
    onLeave: () => undefined,
    error,
    register: () => undefined,
  }
  return { ...binding, label, off, hideLabel: true as const }
}
