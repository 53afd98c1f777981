import { PhoneField } from '../kit/form/TypedField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import styles from './address.module.css'

/** Name, mobile number and email of a contact, in this order. One of the last two is enough. */
export function ContactFields({
  name,
  mobile_number,
  email,
  alternative_contact_number,
}: {
  name: FieldBinding<string>
  mobile_number: FieldBinding<string>
  email: FieldBinding<string>
  /** A second number, where one is asked for (ADDR-005). */
  alternative_contact_number?: FieldBinding<string>
}) {
  return (
    <div className={styles.fields}>
      <div className={styles.halves}>
        <TextField {...name} label="Contact name" autoComplete="off" spellCheck={false} />
        <PhoneField {...mobile_number} label="Mobile number" autoComplete="off" />
      </div>
      <div className={alternative_contact_number ? styles.halves : undefined}>
        <TextField
          {...email}
          type="text"
          inputMode="email"
          label="Email"
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {alternative_contact_number && (
          <PhoneField
            {...alternative_contact_number}
            label="Alternative number"
            optional
            autoComplete="off"
          />
        )}
      </div>
    </div>
  )
}
