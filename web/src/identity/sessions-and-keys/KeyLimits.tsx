import {
  isNetwork,
  key_scope_names,
  key_scopes,
  type KeyScope,
} from '@waybill/domain/identity/sign-in/api-key-limits'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { Checkbox, RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { sharedFields, type Form } from '../../kit/form/use-form.ts'
import styles from './key-limits.module.css'

/** Form values for the limits of an API key. */
export interface LimitValues {
  /** Days from now; `0`: never, `null`: unchanged. */
  days: number | null
  reach: 'role' | 'scopes'
  scopes: readonly KeyScope[]
  /** One address or network per line. */
  addresses: string
}

const lifetimes = [
  { value: 0, label: 'Never' },
  { value: 7, label: 'In 7 days' },
  { value: 30, label: 'In 30 days' },
  { value: 90, label: 'In 90 days' },
  { value: 365, label: 'In a year' },
]

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((line) => line !== '')

/** Returns the problems of the limits. */
export function limitProblems({ reach, scopes, addresses }: LimitValues): FieldProblem[] {
  const wrong = linesOf(addresses).find((line) => !isNetwork(line))
  return [
    ...(reach === 'scopes' && scopes.length === 0
      ? [{ field: 'scopes', message: 'Tick at least one part.' }]
      : []),
    ...(wrong === undefined
      ? []
      : [{ field: 'addresses', message: `${wrong} is not an address or network such as 196.25.1.0/24.` }]),
  ]
}

/** Returns the limits in the form used in the request. */
export function limitsSent({ days, reach, scopes, addresses }: LimitValues) {
  return {
    ...(days === null ? {} : { expires_in_days: days }),
    scopes: reach === 'scopes' ? [...scopes] : [],
    addresses: linesOf(addresses),
  }
}

/** Form fields for when a key expires, what it may be used for, and from where. */
export function KeyLimits<Values extends LimitValues>({
  form: whole,
  keeps,
}: {
  form: Form<Values>
  /** Placeholder for an unchanged expiry. Without it an expiry must be selected. */
  keeps?: string
}) {
  const form: Form<LimitValues> = sharedFields(whole)
  const { reach, scopes } = form.values
  const tick = (scope: KeyScope, on: boolean): void =>
    form.set('scopes', on ? [...scopes, scope] : scopes.filter((one) => one !== scope))
  return (
    <>
      <SelectField
        {...form.field('days')}
        label="Ends"
        options={lifetimes}
        {...(keeps ? { placeholder: keeps, clearable: true } : {})}
      />
      <RadioGroup
        {...form.field('reach')}
        label="May be used for"
        choices={[
          { value: 'role', label: 'Everything its role may do' },
          { value: 'scopes', label: 'Only parts of that' },
        ]}
      />
      {reach === 'scopes' && (
        <div className={styles.scopes} role="group" aria-label="Parts">
          {key_scope_names.map((scope) => (
            <Checkbox
              key={scope}
              {...standaloneField(`scope-${scope}`, scopes.includes(scope), (on: boolean) => tick(scope, on))}
              label={key_scopes[scope]}
            />
          ))}
          {form.errors.scopes && (
            <p className={styles.wrong} role="alert">
              {form.errors.scopes}
            </p>
          )}
        </div>
      )}
      <TextArea
        {...form.field('addresses')}
        label="May be used from"
        hint="Addresses or networks such as 196.25.1.0/24, one per line. Leave empty to allow any."
        optional
        rows={2}
      />
    </>
  )
}
