import { IconPlus } from '../../kit/icons/icons.ts'
import { useState } from 'react'
import { PhoneField } from '../../kit/form/TypedField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import styles from './address.module.css'
import { autofillOf } from './autofill.ts'

/**
 * Fields for name, mobile number and email of a contact, in this order. A mobile number or an email address is
 * enough.
 */
export function ContactFields({
  name,
  mobile_number,
  email,
  alternative_contact_number,
}: {
  name: FieldBinding<string>
  mobile_number: FieldBinding<string>
  email: FieldBinding<string>
  /** A second number, on forms that have one (ADDR-005). */
  alternative_contact_number?: FieldBinding<string>
}) {
  return (
    <div className={styles.fields}>
      <div className={styles.halves}>
        <TextField
          {...name}
          label="Contact name"
          autoComplete={autofillOf(name.name, 'name')}
          spellCheck={false}
        />
        <PhoneField
          {...mobile_number}
          label="Mobile number"
          autoComplete={autofillOf(mobile_number.name, 'tel')}
        />
      </div>
      <TextField
        {...email}
        type="email"
        inputMode="email"
        label="Email"
        optional
        autoComplete={autofillOf(email.name, 'email')}
        autoCapitalize="none"
        spellCheck={false}
      />
      {alternative_contact_number && <AnotherNumber binding={alternative_contact_number} />}
    </div>
  )
}

/** Field for a second number. A button reveals it when it is empty. */
function AnotherNumber({ binding }: { binding: FieldBinding<string> }) {
  const [requests, setIsAsking] = useState(binding.value !== '')
  if (requests || binding.value !== '')
    return <PhoneField {...binding} label="Alternative number" optional autoComplete="off" />
  return (
    <div>
      <Button variant="link" icon={IconPlus} onClick={() => setIsAsking(true)}>
        Add another number
      </Button>
    </div>
  )
}
