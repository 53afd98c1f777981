import type { FieldBinding } from '../../kit/form/use-form.ts'
import type { ControlProps } from './control.ts'

/**
 * Returns the props of a form field for a control. The label is hidden visually, because the row already shows the
 * title.
 */
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
