import { support_email, support_phone } from '@waybill/domain/identity/settings'
import { useSetting } from '../kit/session/me.ts'
import { Card } from '../kit/ui/Card.tsx'
import styles from './help.module.css'

/** How people reach the company when the articles do not help; nothing where no way is known. */
export function HelpContact() {
  const email = useSetting(support_email)
  const phone = useSetting(support_phone)
  if (!email && !phone) return null
  return (
    <Card title="Not found what you need?">
      <p className={styles.contact}>
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
      </p>
    </Card>
  )
}
